// The two rows that most calls of the contract are (ipc-contract.ts).
import * as v from 'valibot';
import { done, doneOrCancelled } from './view-parts.ts';

/** Changes nothing that a secret or a token depends on. */
export const plainCall = <E extends v.ObjectEntries>(entries: E) =>
  ({ input: v.strictObject(entries), output: done, effect: 'none' }) as const;

/** Main asks the person before it does this to secrets or tokens. */
export const confirmedCall = <F extends string, E extends v.ObjectEntries>(effect: F, entries: E) =>
  ({ input: v.strictObject(entries), output: doneOrCancelled, effect, confirm: true }) as const;
