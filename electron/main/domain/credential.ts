// A client credential (docs/service.md 2.1) without its secret, which is a sealed record of its own.
import * as v from 'valibot';
import { credentialFacts } from '../../shared/credentials/credential-facts.ts';
import { accessTypes } from '../../shared/words.ts';
import { secretCommandSchema } from './printing-command.ts';
import { failureView } from '../../shared/failures/failure.ts';
import { count, credentialId, environmentId, finite, text, type Row } from './row-schema.ts';

/** After this many refusals in a row no automatic call uses the credential (case 44). */
export const REFUSALS_STOP_AUTOMATIC = 3;

export const credentialSchema = v.strictObject({
  id: credentialId,
  environmentId,
  accessType: v.picklist(accessTypes),
  clientId: text,
  ...credentialFacts,
  /** What the person wrote down about it, on several lines. Absent: nothing. */
  notes: v.optional(text),
  /** Its page in the web app, as `webPageAddress` has it (shared/credentials). Absent: not known. */
  webPage: v.optional(text),
  /** Until when the secret is valid, and when a person said so: of an earlier secret it says nothing. */
  secretEnd: v.optional(v.strictObject({ atMs: finite, saidAtMs: finite })),
  /** Prints the secret when it is needed. Absent: it is sealed in the vault. */
  secretCommand: v.optional(secretCommandSchema),
  createdAtMs: finite,
  secretSetAtMs: finite,
  /** Keyed fingerprint of the secret, under a key of this vault; empty where that key was replaced unseen. */
  secretFingerprint: text,
  refusalsInARow: count,
  /** The person asked to revoke everything and delete it: it goes once its tokens are dead. */
  removeWhenDead: v.boolean(),
  lastFailure: v.nullable(v.strictObject({ atMs: finite, failure: failureView })),
});

export type Credential = Row<typeof credentialSchema>;
