// A secret that a person was asked for. The vault may be locked while the question stands: what they gave is wiped then.
import { fail, ok, type Outcome } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { VaultServices } from '../ipc/while-open.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { notedAlready } from './credential-notes.ts';

interface TakenSecret<Services> {
  /** The caller's to wipe. */
  readonly secret: SecretBytes;
  /** May be another session than the one that was open before the question. */
  readonly services: Services;
}

export async function takenWhileOpen<Services extends { readonly session: OpenSession }>(
  vaultSession: VaultServices<Services>,
  asking: Outcome<SecretBytes | 'cancelled'>,
): Outcome<TakenSecret<Services> | 'cancelled'> {
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
