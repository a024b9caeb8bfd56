// The check about a command that prints the client secret: whether its program is the one that was confirmed, then what
// the token request showed of it. It is run once, by that request: secret managers may ask the person each time.
import type { Failure } from '../../shared/failures/failure.ts';
import { isAsConfirmed } from '../domain/printing-command.ts';
import { openRotation } from '../domain/rotation.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { failedWith, type CheckRun } from './connection-checks.ts';

/** False: the program is not there, or not the one that was confirmed. Nothing is run. */
export async function lookAtCommand(
  session: OpenSession,
  { place, checks, signal }: CheckRun,
): Promise<boolean> {
  const { secretCommand } = place.credential;
  if (secretCommand === undefined) return true;
  if (signal.aborted) {
    checks.skip('secret', ['command'], 'stopped');
    return true;
  }
  checks.begin('secret', 'command');
  const beganMs = session.clock.monotonicMs();
  const file = await session.secrets.inspect(secretCommand.path);
  const durationMs = session.clock.monotonicMs() - beganMs;
  const changed: Failure = {
    code: 'manager_changed',
    facts: { about: secretCommand.path.slice(0, 300) },
  };
  const failure = file.ok
    ? isAsConfirmed(secretCommand, file.value)
      ? null
      : changed
    : file.failure;
  checks.fill('secret', 'command', {
    ...(failure === null ? { verdict: 'good', finding: 'command_confirmed' } : failedWith(failure)),
    durationMs,
  });
  return failure === null;
}

/** `none`: the command printed no secret that could be used, and no token was asked for. */
export function noteWhatWasPrinted(
  session: OpenSession,
  { place, checks }: CheckRun,
  failure: Failure | null,
): 'none' | 'asked' {
  const { id, secretCommand } = place.credential;
  if (secretCommand === undefined || failure?.code === 'cancelled_by_person') return 'asked';
  if (failure?.code.startsWith('manager_') === true) {
    checks.fill('secret', 'command', failedWith(failure));
    return 'none';
  }
  const isRotating = openRotation(session.vault.contents().rotations, id) !== undefined;
  checks.fill('secret', 'command', {
    verdict: 'good',
    finding: isRotating ? 'command_not_needed' : 'command_printed',
  });
  return 'asked';
}
