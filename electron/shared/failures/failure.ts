// Every expected failure that can reach a person: a closed code, and a few facts safe to show.
// The sentences are in failure-words.ts, the same in the window, in dialogs and in the log.

/** The vault (docs/reliability.md, "The save protocol"). */
export const vaultFailureCodes = [
  'not_a_vault',
  'newer_version',
  'corrupt',
  'kdf_out_of_bounds',
  'wrong_passphrase',
  'tampered',
  'changed_on_disk',
  'locked_by_other',
  'disk_full',
  'io_error',
  'vault_exists',
  'vault_missing',
  'vault_locked',
  'vault_too_large',
  'self_test_failed',
  'rolled_back',
  'recovery_key_mistyped',
  'wrong_recovery_key',
  'slot_missing',
  'backup_missing',
  'os_keystore_unavailable',
  'os_keystore_insecure',
  'os_keystore_changed',
] as const;
export type VaultFailureCode = (typeof vaultFailureCodes)[number];

/** A call to the gateway (docs/oauth-cases.md groups A to F). */
export const gatewayFailureCodes = [
  // refused here, nothing sent
  'wrong_access_type',
  'scope_not_registered',
  'token_unusable',
  'introspection_missing',
  // no connection
  'name_not_found',
  'connect_refused',
  'connect_failed',
  'connect_timeout',
  'connection_reset',
  // the proxy between: nothing was sent beyond the name of the server
  'proxy_unknown',
  'proxy_unreachable',
  'proxy_closed',
  'proxy_bad_gateway',
  'proxy_refused',
  // TLS
  'tls_unknown_authority',
  'tls_expired',
  'tls_authority_expired',
  'tls_wrong_host',
  'tls_protocol',
  // the answer as a whole
  'answer_timeout',
  'cancelled',
  'incomplete_response',
  'answer_too_large',
  'protocol_error',
  'redirect_refused',
  'proxy_auth',
  'endpoint_mismatch',
  'rate_limited',
  'server_error',
  'http_error',
  // the token answer
  'invalid_response',
  // OAuth error codes as the RFCs spell them; any other is `oauth_error`, with its name in the facts
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'oauth_error',
  // the token on a resource request
  'token_refused',
  'insufficient_scope',
] as const;
export type GatewayFailureCode = (typeof gatewayFailureCodes)[number];

/** What a person or a window asked for that cannot be done. */
const requestFailureCodes = [
  'cancelled_by_person',
  'gone',
  'invalid_input',
  'too_large',
  'in_use',
  'name_taken',
  'not_saved',
  'system_refused',
  'release_unknown',
  'no_call',
  'attempts_stopped',
  'renewals_frozen',
  'ended_by_stop',
  'token_repeated',
  'automatic_paused',
  'nothing_to_stop',
  'practice_unavailable',
  'history_closed',
  'step_not_ready',
  'notes_hold_secret',
  'authority_invalid',
  'passphrase_unfit',
  'too_many_attempts',
  // A command that prints a client secret: what somebody has to change, and what may pass by itself
  'manager_unfit',
  'manager_failed',
  'import_unreadable',
  'import_row_unfit',
  'export_not_clean',
  'not_allowed',
  'internal_error',
] as const;
export type RequestFailureCode = (typeof requestFailureCodes)[number];

/** All of them. */
export const failureCodes = [
  ...vaultFailureCodes,
  ...gatewayFailureCodes,
  ...requestFailureCodes,
] as const;

/** Why something expected did not work. */
export type FailureCode = VaultFailureCode | GatewayFailureCode | RequestFailureCode;

/** Facts beside a code. Every field is optional, bounded, and never holds a secret or a token. */
export interface FailureFacts {
  /** Which call: `token`, `revoke`, `identity check`, `positions`, `introspection`. */
  readonly call?: string | undefined;
  /** Host the call went to, punycode. */
  readonly host?: string | undefined;
  /** The proxy the call went through, or was to: host and port. Absent where it went straight. */
  readonly proxy?: string | undefined;
  /** True where the environment has an authority of its own, and a certificate was refused. */
  readonly ownAuthority?: boolean | undefined;
  /** HTTP status the server answered with. */
  readonly status?: number | undefined;
  readonly durationMs?: number | undefined;
  /** The error code that the server named, at most 64 printable characters. */
  readonly oauthError?: string | undefined;
  /** The server's own words: plain text, masked, at most 300 characters. */
  readonly serverSaid?: string | undefined;
  /**
   * The parameter of the code: which thing or field it is about, host of a redirect's Location, issuer of a certificate,
   * answer of a proxy, `text/html`, or a reason.
   */
  readonly about?: string | undefined;
  /** The scopes asked for, where the failure concerns them; of `insufficient_scope`, those that are missing. */
  readonly scopes?: readonly string[] | undefined;
  /** When a retry makes sense, wall clock. */
  readonly retryAtMs?: number | undefined;
  /** How many of something: live tokens, seconds to wait. */
  readonly count?: number | undefined;
  /** The file that was read, without its folder, or the program that was to print a secret. */
  readonly file?: string | undefined;
  /** Place in a text that was read, both from 1. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** True where the request left and its effect is unknown: a token may have been issued. */
  readonly possiblyDone?: boolean | undefined;
  readonly correlationId?: string | undefined;
}

/** One failure as it reaches a person. */
export interface Failure {
  readonly code: FailureCode;
  readonly facts?: FailureFacts | undefined;
}

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
