// What the person was asked for, beside the session it is for. The vault may be locked while the question
// stands: then the answer is wiped here, and nobody gets it. So is one that somebody wrote down in notes, which
// the window shows.
import type { Failure } from '../../shared/failures/failure.ts';
import { notedAlready } from '../credentials/credential-notes.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { VaultSession } from '../session/vault-session.ts';
import type { SessionServices } from '../session/session-services.ts';

interface TakenSecret {
  /** The caller's to wipe. */
  readonly secret: SecretBytes;
  /** May be another session than the one that was open before the question. */
  readonly services: SessionServices;
}

export async function takenWhileOpen(
  vaultSession: Pick<VaultSession, 'services'>,
  asking: Promise<Result<SecretBytes | 'cancelled', Failure>>,
): Promise<Result<TakenSecret | 'cancelled', Failure>> {
  const taken = await asking;
  if (!taken.ok) return taken;
  if (taken.value === 'cancelled') return ok('cancelled');
  const open = vaultSession.services();
  const noted = open.ok ? await notedAlready(open.value.session, [taken.value]) : null;
  const still = vaultSession.services();
  if (still.ok && noted === null) return ok({ secret: taken.value, services: still.value });
  taken.value.wipe();
  return still.ok ? fail(noted ?? { code: 'internal_error' }) : still;
}
