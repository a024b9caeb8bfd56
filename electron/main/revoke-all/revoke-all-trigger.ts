// A trigger of "Revoke everything", from the window or from the tray: main asks in its own dialog, then
// acts. The moment of the answer is the trigger.
import type { Failure } from '../../shared/failures/failure.ts';
import { failureSentence } from '../../shared/failures/failure-words.ts';
import type { RevocationRunId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { RevocationScope } from '../domain/revocation-run.ts';
import type { Dialogs, Question } from '../secret-input/ports.ts';
import type { VaultSession } from '../session/vault-session.ts';
import { revokeAllQuestion } from './revoke-all-questions.ts';

interface RevokeAllTrigger {
  /** `vault_locked`, `nothing_to_stop`. */
  readonly ask: (scope: RevocationScope) => Result<Question, Failure>;
  readonly act: (scope: RevocationScope) => Promise<Result<RevocationRunId, Failure>>;
}

export function createRevokeAllTrigger(
  vaultSession: Pick<VaultSession, 'services'>,
): RevokeAllTrigger {
  return {
    ask(scope) {
      const open = vaultSession.services();
      if (!open.ok) return open;
      const { session, stops } = open.value;
      const counts = stops.preview(scope);
      if (counts.revocable + counts.underWay + counts.guided === 0) {
        return fail({ code: 'nothing_to_stop' });
      }
      return ok(revokeAllQuestion(counts, scope, session.vault.contents()));
    },
    async act(scope) {
      const open = vaultSession.services();
      return open.ok ? await open.value.stops.start(scope) : open;
    },
  };
}

/**
 * From the tray: main's questions alone, over no window. A locked vault is opened first. What cannot begin is said and
 * can be tried again; nobody believes that keys are dead because nothing was said.
 */
export async function pressWithoutWindow(ports: {
  readonly vaultSession: Pick<VaultSession, 'services' | 'state' | 'unlock'>;
  readonly dialogs: Pick<Dialogs, 'ask'>;
  readonly open: () => void;
}): Promise<void> {
  const { vaultSession, dialogs } = ports;
  if (vaultSession.state().state === 'locked') {
    const unlocked = await vaultSession.unlock();
    if (unlocked.ok && unlocked.value === 'cancelled') return;
    // The window says why it did not open.
    if (!unlocked.ok) return ports.open();
  }
  const press = createRevokeAllTrigger(vaultSession);
  const question = press.ask({ kind: 'all' });
  if (!question.ok) {
    const said = notBegun(question.failure, 'Open Strongroom');
    if ((await dialogs.ask(said)) !== null) ports.open();
    return;
  }
  let choice = await dialogs.ask(question.value);
  while (choice !== null) {
    const started = await press.act({ kind: 'all' });
    if (started.ok) return;
    choice = await dialogs.ask(notBegun(started.failure, 'Try again'));
  }
}

function notBegun(failure: Failure, choice: string): Question {
  return {
    message: 'Nothing was revoked.',
    detail: failureSentence(failure),
    choices: [choice],
    serious: true,
    inHurry: true,
  };
}
