// Every expected failure that can reach a person: a closed code, and a few facts safe to show.
// The sentences are in failure-words.ts, the same in the window, in dialogs and in the log.

/** The vault (docs/reliability.md, "The save protocol"). */
export const vaultFailureCodes = [
  'not_a_vault',
  'newer_version',
  'truncated',
  'corrupt',
  'kdf_out_of_bounds',
  'wrong_passphrase',
  'tampered',
  'changed_on_disk',
  'locked_by_other',
  'disk_full',
  'io_error',
  'read_only',
  'vault_exists',
  'vault_missing',
  'vault_locked',
  'vault_too_large',
  'self_test_failed',
  'rolled_back',
  'recovery_key_mistyped',
  'wrong_recovery_key',
  'slot_missing',
  'slot_needed',
  'backup_missing',
  'not_a_backup',
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
  'proxy_timeout',
  'proxy_closed',
  'proxy_garbled',
  'proxy_answers_itself',
  'proxy_bad_gateway',
  'proxy_refused',
  // TLS
  'tls_unknown_authority',
  'tls_expired',
  'tls_authority_expired',
  'tls_not_yet_valid',
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
  'unexpected_status',
  'http_error',
  // the token answer
  'invalid_response',
  'ambiguous_response',
  'unsupported_token_type',
  // OAuth error codes as the RFCs spell them; any other is `oauth_error`, with its name in the facts
  'invalid_request',
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'temporarily_unavailable',
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
  'not_kept',
  'addresses_overlap',
  'secrets_not_compared',
  'authority_invalid',
  'file_unreadable',
  'too_large',
  'nothing_given',
  'secret_no_line',
  'passphrase_too_weak',
  'passphrase_unchanged',
  'too_many_attempts',
  'name_taken',
  'in_use',
  'built_in_environment',
  'login_start_failed',
  'not_saved',
  'token_text_gone',
  'not_revocable_here',
  'not_checkable',
  'not_a_token',
  'drop_without_place',
  'already_running',
  'attempts_stopped',
  'renewals_frozen',
  'ended_by_stop',
  'ended_on_arrival',
  'token_repeated',
  'being_deleted',
  'automatic_paused',
  'nothing_to_stop',
  'stop_run_open',
  'practice_unavailable',
  'import_not_text',
  'import_not_read',
  'import_duplicate_name',
  'import_nothing',
  'import_row_unfit',
  'export_not_clean',
  'notes_hold_secret',
  // a command that prints a client secret
  'manager_missing',
  'manager_not_started',
  'manager_unsafe',
  'manager_changed',
  'manager_refused',
  'manager_garbled',
  'manager_other_secret',
  'web_page_not_opened',
  'release_unknown',
  'history_damaged',
  'history_closed',
  'secret_unchanged',
  'rotation_open',
  'step_not_ready',
  'old_secret_gone',
  'drill_running',
  'invalid_input',
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
  /** Name of the file that was read, without its folder. */
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
  | 'credential'
  | 'token'
  | 'view'
  | 'diagnosis'
  | 'run'
  | 'inspected token'
  | 'preview'
  | 'plan'
  | 'rotation'
  | 'drill';

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
