// Renewals as they are remembered: what the person asked for, and what is under way. Facts only; what happens
// next follows from them and the tokens. No row: renewal is off.
import * as v from 'valibot';
import { failureView } from '../../shared/failures/failure.ts';
import { count, credentialId, finite, tokenId, type Row } from './row-schema.ts';

/** One token being replaced: new token first, old one revoked last. */
const handoverSchema = v.strictObject({
  fromTokenId: tokenId,
  /** Its row is saved with this one, before the request leaves. */
  toTokenId: tokenId,
  /** From here on the new token is the current one; null while it has not been found to work. */
  handedOverAtMs: v.nullable(finite),
});
export type Handover = Row<typeof handoverSchema>;

export const renewalSchema = v.strictObject({
  credentialId,
  /** When the person switched it on. */
  sinceMs: finite,
  /** Nothing is renewed from here on; null: until it is switched off. */
  untilMs: v.nullable(finite),
  /** How long the old token lives on beside the new one. */
  graceSeconds: count,
  handovers: v.array(handoverSchema),
  /** Refusals in a row, by the server or by the check of a new token. */
  refusals: count,
  /** The last attempt's failure; null once one worked. */
  lastFailure: v.nullable(v.strictObject({ atMs: finite, failure: failureView })),
  /** It gave up by itself; the person has to switch it on again, or get a token. */
  stoppedAtMs: v.nullable(finite),
});
export type Renewal = Row<typeof renewalSchema>;
