// A secret that a person was asked for. The vault may be locked while the question stands: what they gave is wiped then.
import { fail, ok, type Outcome, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { VaultServices } from '../ipc/while-open.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { notedAlready } from './credential-notes.ts';

/**
 * @param use is given the secret, which it wipes, and what is open now: it may be another session than the one that was
 * open before the question.
 */
export async function takenWhileOpen<Services extends { readonly session: OpenSession }, T>(
  vaultSession: VaultServices<Services>,
  asking: Outcome<SecretBytes | 'cancelled'>,
  use: (secret: SecretBytes, services: Services) => Result<T> | Outcome<T>,
): Outcome<T | 'cancelled'> {
  const taken = await asking;
  if (!taken.ok) return taken;
  if (taken.value === 'cancelled') return ok('cancelled');
  const open = vaultSession.services();
  const noted = open.ok ? await notedAlready(open.value.session, [taken.value]) : null;
  const still = vaultSession.services();
  if (still.ok && noted === null) return await use(taken.value, still.value);
  taken.value.wipe();
  return still.ok ? fail(noted ?? { code: 'internal_error' }) : still;
}
