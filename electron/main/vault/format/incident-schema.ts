// The exact shape of what the index remembers of the person's desk: renewals, leases,
// alerts by tag, saved views, favourites. Strict and tied to the domain like contents-schema.ts.
import * as v from 'valibot';
import { leaseEnds } from '../../../shared/words.ts';
import type { CredentialId, SavedViewId } from '../../domain/ids.ts';
import type { Renewal, Lease } from '../../domain/renewal.ts';
import type { SavedView } from '../../domain/saved-view.ts';
import type { TagAlert } from '../../domain/tag-alert.ts';
import { failure } from './contents-schema.ts';
import { count, credentialId, finite, isIdentifier, text, tokenId } from './schema-parts.ts';

/** The renewal of one credential, with its handovers. */
export const renewalSchema = v.strictObject({
  credentialId,
  sinceMs: finite,
  untilMs: v.nullable(finite),
  graceSeconds: count,
  handovers: v.array(
    v.strictObject({
      fromTokenId: tokenId,
      toTokenId: tokenId,
      handedOverAtMs: v.nullable(finite),
    }),
  ),
  refusals: count,
  lastFailure: v.nullable(v.strictObject({ atMs: finite, failure })),
  stoppedAtMs: v.nullable(finite),
}) satisfies v.GenericSchema<unknown, Renewal>;

/** The lease of one token, as of `domain/renewal.ts`. */
export const leaseSchema = v.strictObject({
  tokenId,
  end: v.picklist(leaseEnds),
  setAtMs: finite,
  seconds: v.nullable(count),
}) satisfies v.GenericSchema<unknown, Lease>;

/** When those of a tag are alerted about, in minutes before expiry. */
export const tagAlertSchema = v.strictObject({
  tag: text,
  minutesBefore: v.array(count),
}) satisfies v.GenericSchema<unknown, TagAlert>;

/** One search that is kept, as of `domain/saved-view.ts`. */
export const savedViewSchema = v.strictObject({
  id: v.custom<SavedViewId>(isIdentifier),
  name: text,
  query: text,
}) satisfies v.GenericSchema<unknown, SavedView>;

/** A favourite is the credential's id alone. */
export const favouriteSchema = credentialId satisfies v.GenericSchema<unknown, CredentialId>;
