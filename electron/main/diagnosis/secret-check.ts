// The check about a command that prints the client secret: whether its program is the one that was confirmed, then what
// the token request showed of it. It is run once, by that request: secret managers may ask the person each time.
import type { Failure } from '../../shared/failures/failure.ts';
import { isAsConfirmed, programChanged } from '../domain/printing-command.ts';
import { openRotation } from '../domain/rotation.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import {
  failedWith,
  line,
  running,
  untried,
  type CheckRun,
  type Checks,
  type Found,
} from './check-lines.ts';

/** Ends with false where the program is not there, or not the one that was confirmed. Nothing is run. */
export async function* checkCommand(
  session: OpenSession,
  { place, signal }: CheckRun,
): Checks<boolean> {
  const { secretCommand } = place.credential;
  if (secretCommand === undefined) return true;
  if (signal.aborted) {
    yield* untried('secret', ['command'], 'stopped');
    return true;
  }
  yield running('secret', 'command');
  const beganMs = session.clock.monotonicMs();
  const file = await session.secrets.inspect(secretCommand.path);
  const durationMs = session.clock.monotonicMs() - beganMs;
  const isConfirmed = file.ok && isAsConfirmed(secretCommand, file.value);
  const failure = file.ok ? programChanged(secretCommand) : file.failure;
  const found: Found = isConfirmed
    ? { verdict: 'good', finding: 'command_confirmed' }
    : failedWith(failure);
  yield line('secret', 'command', { ...found, durationMs });
  return isConfirmed;
}

/**
 * What the request showed of the command: null where it was not run. Bad, it printed no secret that could be used, and
 * no token was asked for.
 */
export function whatWasPrinted(
  session: OpenSession,
  { place }: CheckRun,
  failure: Failure | null,
): Found | null {
  const { id, secretCommand } = place.credential;
  if (secretCommand === undefined || failure?.code === 'cancelled_by_person') return null;
  if (failure?.code.startsWith('manager_') === true) return failedWith(failure);
  const isRotating = openRotation(session.vault.contents().rotations, id) !== undefined;
  return { verdict: 'good', finding: isRotating ? 'command_not_needed' : 'command_printed' };
}
