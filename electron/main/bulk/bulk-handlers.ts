// The contract's calls about many credentials at once. What issues tokens is asked for once, in main's
// own dialog, in numbers and names.
import { counted, whole } from '../../shared/counts.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { isLeaked } from '../domain/leak-plan.ts';
import { fullNameOf } from '../domain/place-words.ts';
import type { VaultContents } from '../vault/store/vault.ts';
import type { Credential } from '../domain/credential.ts';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { Question } from '../secret-input/ports.ts';
import type { SessionServices } from '../session/session-services.ts';
import { findById } from '../credentials/credentials.ts';
import type { BulkAction } from './bulk-runs.ts';
import { findToken } from '../tokens/open-session.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import type { Handlers } from '../ipc/serve-contract.ts';

const NAMES_SAID = 6;

type BulkCalls = 'bulkGet' | 'bulkRenew' | 'bulkCheck' | 'bulkCancel' | 'bulkClose';

export function createBulkHandlers({ vaultSession }: HandlerPorts): Pick<Handlers, BulkCalls> {
  function start(action: BulkAction): Result<{ runId: string }, Failure> {
    const open = vaultSession.services();
    if (!open.ok) return open;
    const begun = open.value.bulk.start(action);
    return begun.ok ? ok({ runId: begun.value }) : begun;
  }
  function ask(action: BulkAction): Result<Question, Failure> {
    const open = vaultSession.services();
    if (!open.ok) return open;
    const owners = ownersOf(open.value, action);
    const [first] = owners;
    return first === undefined
      ? fail({ code: action.kind === 'get' ? 'unknown_credential' : 'unknown_token' })
      : ok(bulkQuestion(action, owners, open.value.session.vault.contents()));
  }
  const withRun = (work: (services: SessionServices) => void): Result<'done', Failure> => {
    const open = vaultSession.services();
    if (!open.ok) return open;
    work(open.value);
    return ok('done');
  };
  const toGet = (input: { asks: readonly { credentialId: string }[] }): BulkAction =>
    ({ kind: 'get', ...input }) as BulkAction;
  const toRenew = ({ tokenIds }: { tokenIds: readonly string[] }): BulkAction => ({
    kind: 'renew',
    tokenIds: tokenIds as readonly TokenId[],
  });

  return {
    bulkGet: { ask: (input) => ask(toGet(input)), act: (input) => start(toGet(input)) },
    bulkRenew: { ask: (input) => ask(toRenew(input)), act: (input) => start(toRenew(input)) },
    bulkCheck: ({ tokenIds }) => start({ kind: 'check', tokenIds: tokenIds as TokenId[] }),
    bulkCancel: ({ runId }) => withRun(({ bulk }) => bulk.cancel(runId)),
    bulkClose: ({ runId }) => withRun(({ bulk }) => bulk.close(runId)),
  };
}

function ownersOf({ session }: SessionServices, action: BulkAction): readonly Credential[] {
  const ids: readonly (CredentialId | undefined)[] =
    action.kind === 'get'
      ? action.asks.map(({ credentialId }) => credentialId)
      : action.tokenIds.map((id) => findToken(session, id)?.credentialId);
  return ids.flatMap((id) => (id === undefined ? [] : (findById(session, id) ?? [])));
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
        `${counted(leaked, 'token')} of these ${leaked === 1 ? 'is' : 'are'} of keys that leaked: whoever has such a ` +
          'key can use it.',
    ]
      .filter((each) => each !== false)
      .join('\n\n'),
    choices: [`${verb} ${tokens}`],
    serious: false,
  };
}
