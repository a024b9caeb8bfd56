// The closed codes of every expected failure that can reach a person.

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
