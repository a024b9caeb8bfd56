// A handler that works only while the vault is open: it is given the services of the session, or answers with the
// session's own refusal (`vault_locked`). The vault may be locked while a person is asked: what they gave is wiped then.
import type { Failure } from '../../shared/failures/failure.ts';
import { ok, type Result, fail } from '../domain/result.ts';
import type { SessionServices } from '../session/session-services.ts';
import type { VaultSession } from '../session/vault-session.ts';
import { notedAlready } from '../credentials/credential-notes.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';

type Answer<Value> = Result<Value, Failure> | Promise<Result<Value, Failure>>;

/** @returns what makes such a handler of one that takes the services first and its input second. */
export const createWhileOpen =
  (vaultSession: Pick<VaultSession, 'services'>) =>
  <Input, Value>(
    work: (services: SessionServices, input: Input) => Answer<Value>,
  ): ((input: Input) => Answer<Value>) =>
  (input) => {
    const open = vaultSession.services();
    return open.ok ? work(open.value, input) : open;
  };

/** @returns what does such work and answers `done`, where nothing else is to be told. */
export const createDoneAfter =
  (vaultSession: Pick<VaultSession, 'services'>) =>
  async (
    work: (services: SessionServices) => Promise<Result<void, Failure>>,
  ): Promise<Result<'done', Failure>> => {
    const open = vaultSession.services();
    if (!open.ok) return open;
    const result = await work(open.value);
    return result.ok ? ok('done') : result;
  };

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
