// Handlers that work only while the vault is open: each is given the services of the session first, or the call is
// refused with the session's own failure (`vault_locked`).
import type { CallName, Calls, CheckedInput } from '../../shared/ipc-contract.ts';
import { ok, type Result } from '../domain/result.ts';
import type { Answered, Asked, Handlers } from './serve-contract.ts';

export interface VaultServices<Services> {
  /** `vault_locked` while it is not open. */
  readonly services: () => Result<Services>;
}

type Work<N extends CallName, Services> = Calls[N] extends { readonly confirm: true }
  ? {
      readonly ask: (open: Services, input: CheckedInput<N>) => Asked;
      readonly act: (open: Services, input: CheckedInput<N>, choice: number) => Answered<N>;
    }
  : (open: Services, input: CheckedInput<N>) => Answered<N>;

type Anything = (open: unknown, ...given: unknown[]) => unknown;

export function whileOpen<Services, N extends CallName>(
  { services }: VaultServices<Services>,
  handlers: { readonly [K in N]: Work<K, Services> },
): Pick<Handlers, N> {
  const given =
    (work: Anything) =>
    (...input: unknown[]): unknown => {
      const open = services();
      return open.ok ? work(open.value, ...input) : open;
    };
  const served = Object.entries<Anything | Readonly<Record<string, Anything>>>(
    handlers as Record<string, Anything>,
  ).map(([name, work]) => [
    name,
    typeof work === 'function'
      ? given(work)
      : Object.fromEntries(Object.entries(work).map(([half, each]) => [half, given(each)])),
  ]);
  return Object.fromEntries(served) as Pick<Handlers, N>;
}

/** A handler that does such work where the vault is open, and else nothing: what a sheet held went with the lock. */
export const ifOpen =
  <Services>({ services }: VaultServices<Services>, work: (open: Services) => void) =>
  () => {
    const open = services();
    if (open.ok) work(open.value);
    return ok();
  };
