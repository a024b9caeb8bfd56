// Every expected failure that can reach a person: a closed code, and a few facts safe to show.
// The sentences are in failure-words.ts, the same in the window, in dialogs and in the log.
import * as v from 'valibot';
import { failureFacts } from '../view-parts.ts';
import { failureCodes } from './failure-codes.ts';

export type { FailureCode, GatewayFailureCode, VaultFailureCode } from './failure-codes.ts';

/** A failure as it reaches a person, and as the vault keeps it with what it befell. */
export const failureView = v.strictObject({
  code: v.picklist(failureCodes),
  facts: v.optional(failureFacts),
});
export type Failure = Readonly<v.InferOutput<typeof failureView>>;

/** What may be gone by the time that somebody asks for it. */
type Gone =
  | 'environment'
  | 'key'
  | 'token'
  | 'view'
  | 'diagnosis'
  | 'run'
  | 'inspected token'
  | 'preview'
  | 'plan'
  | 'rotation'
  | 'drill'
  | 'text'
  | 'old secret';

/** It is not there, or not there any more. */
export const gone = (about: Gone) => ({ code: 'gone', facts: { about } }) as const;

/** RFC 6749 section 5.2, RFC 7009 section 2.2.1, RFC 6750 section 3.1 and RFC 8707 section 2. */
const standardErrors: ReadonlySet<string> = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_target',
  'temporarily_unavailable',
  'server_error',
  'unsupported_token_type',
  'invalid_token',
]);

/** Whether the standards name this error code: then it is no word of the server's own. */
export const isStandardError = (label: string): boolean => standardErrors.has(label);
