// "Revoke everything" from the tray: main asks in its own dialog, over no window, then acts.
import type { Failure } from '../../shared/failures/failure.ts';
import { failureSentence } from '../../shared/failures/failure-words.ts';
import { NOT_OF_SAVED, questionBeforeRun } from '../revoke-all/revoke-all.ipc.ts';
import type { Dialogs, Question } from '../secret-input/ports.ts';
import type { VaultSession } from './vault-session.ts';

/**
 * A locked vault is opened first. What cannot begin is said and
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
  const open = vaultSession.services();
  const question = open.ok ? questionBeforeRun(open.value, { kind: 'all' }) : open;
  if (!question.ok) {
    const inMemory = open.ok && open.value.session.vault.inMemory;
    const said = notBegun(question.failure, 'Open Strongroom', inMemory);
    if ((await dialogs.ask(said)) !== null) ports.open();
    return;
  }
  let choice = await dialogs.ask(question.value);
  while (choice !== null) {
    const now = vaultSession.services();
    const started = now.ok ? await now.value.stops.start({ kind: 'all' }) : now;
    if (started.ok) return;
    choice = await dialogs.ask(notBegun(started.failure, 'Try again'));
  }
}

function notBegun(failure: Failure, choice: string, inMemory = false): Question {
  return {
    message: 'Nothing was revoked.',
    detail: [failureSentence(failure), ...(inMemory ? [NOT_OF_SAVED] : [])].join(' '),
    choices: [choice],
    serious: true,
    inHurry: true,
  };
}
