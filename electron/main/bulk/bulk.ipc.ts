// The contract's calls about many credentials at once. What issues tokens is asked for once, in main's
// own dialog, in numbers and names.
import { gone } from '../../shared/failures/failure.ts';
import { counted, whole } from '../../shared/counts.ts';
import type { Credential } from '../domain/credential.ts';
import type { CredentialId } from '../domain/ids.ts';
import { isLeaked } from '../domain/leak-plan.ts';
import { fullNameOf } from '../domain/place-words.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { whileOpen, type VaultServices } from '../ipc/while-open.ts';
import type { Question } from '../secret-input/ports.ts';
import { credentialById, findToken, type OpenSession } from '../tokens/open-session.ts';
import type { VaultContents } from '../vault/vault.ts';
import type { BulkAction, BulkRuns } from './bulk-runs.ts';

const NAMES_SAID = 6;

interface Open {
  readonly session: OpenSession;
  readonly bulk: BulkRuns;
}

export const bulkHandlers = ({ vaultSession }: { readonly vaultSession: VaultServices<Open> }) =>
  whileOpen(vaultSession, {
    bulkGet: {
      ask: (open, input) => ask(open, { kind: 'get', ...input }),
      act: (open, input) => start(open, { kind: 'get', ...input }),
    },
    bulkRenew: {
      ask: (open, input) => ask(open, { kind: 'renew', ...input }),
      act: (open, input) => start(open, { kind: 'renew', ...input }),
    },
    bulkCheck: (open, input) => start(open, { kind: 'check', ...input }),
    bulkCancel({ bulk }, { runId }) {
      bulk.cancel(runId);
      return ok();
    },
    bulkClose({ bulk }, { runId }) {
      bulk.close(runId);
      return ok();
    },
  });

function start({ bulk }: Open, action: BulkAction): Result<{ runId: string }> {
  const begun = bulk.start(action);
  return begun.ok ? ok({ runId: begun.value }) : begun;
}

function ask(open: Open, action: BulkAction): Result<Question> {
  const owners = ownersOf(open, action);
  if (owners.length === 0) {
    return fail(gone(action.kind === 'get' ? 'key' : 'token'));
  }
  return ok(bulkQuestion(action, owners, open.session.vault.contents()));
}

function ownersOf({ session }: Open, action: BulkAction): readonly Credential[] {
  const ids: readonly (CredentialId | undefined)[] =
    action.kind === 'get'
      ? action.asks.map(({ credentialId }) => credentialId)
      : action.tokenIds.map((id) => findToken(session, id)?.credentialId);
  return ids.flatMap((id) => (id === undefined ? [] : (credentialById(session, id) ?? [])));
}

/** @param owners at least one, one for each token asked for. */
function bulkQuestion(
  action: BulkAction,
  owners: readonly Credential[],
  contents: VaultContents,
): Question {
  const verb = action.kind === 'get' ? 'Get' : 'Renew';
  const tokens = counted(owners.length, 'token');
  const names = owners.slice(0, NAMES_SAID).map(({ id }) => fullNameOf(contents, id));
  const leaked = owners.filter(({ id }) => isLeaked(contents.leakPlans, id)).length;
  const more = owners.length - names.length;
  return {
    message: `${verb} ${tokens}?`,
    detail: [
      `${names.join(', ')}${more > 0 ? ` and ${whole(more)} more` : ''}.`,
      action.kind === 'get'
        ? 'Each one is live until it expires or is revoked.'
        : 'The tokens before stay live until they are revoked or expire.',
      leaked > 0 &&
        `${counted(leaked, 'token')} of these ${leaked === 1 ? 'is' : 'are'} of keys that leaked. Whoever has such a ` +
          'key can use it.',
    ]
      .filter((each) => each !== false)
      .join('\n\n'),
    choices: [`${verb} ${tokens}`],
  };
}
