// A handler that works only while the vault is open: it is given the services of the session, and answers with the
// session's own refusal (`vault_locked`) where there is none.
import type { Failure } from '../../shared/failures/failure.ts';
import { ok, type Result } from '../domain/result.ts';
import type { SessionServices } from '../session/session-services.ts';
import type { VaultSession } from '../session/vault-session.ts';

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
