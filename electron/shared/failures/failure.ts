// Every expected failure that can reach a person: a closed code, and a few facts safe to show.
// The sentences are in failure-words.ts, the same in the window, in dialogs and in the log.
import type * as v from 'valibot';
import type { failureView } from '../view-parts.ts';
import type { FailureCode } from './failure-codes.ts';

export type {
  FailureCode,
  GatewayFailureCode,
  RequestFailureCode,
  VaultFailureCode,
} from './failure-codes.ts';

/** One failure as it reaches a person. */
export type Failure = Readonly<v.InferOutput<typeof failureView>>;
export type FailureFacts = Readonly<NonNullable<Failure['facts']>>;

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

/** What happened, what it means where that is not plain, what to do. */
export type Words =
  | readonly [what: string, todo: string]
  | readonly [what: string, means: string, todo: string];
/** Words, or how they come of the facts. */
export type Say = Words | ((facts: FailureFacts) => Words);
/** The words of each code, and under `code: about` those of a code about one thing. */
export type SayTable<Code extends FailureCode> = Readonly<Record<Code | `${Code}: ${string}`, Say>>;
