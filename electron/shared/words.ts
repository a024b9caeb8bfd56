// The closed word lists every process shares. A leaf: imports nothing, so that domain, preload and
// renderer may all use it.

/** The two access types of specification section 1. One never uses the other's endpoints. */
export const accessTypes = ['trader', 'partner'] as const;
export type AccessType = (typeof accessTypes)[number];

/** Trader scopes, specification section 2.6. */
export const traderScopes = ['TRADER_READ', 'TRADER_TRADE'] as const;
export type TraderScope = (typeof traderScopes)[number];

/** What the web app says a Partner key may do (docs/service.md 2.1). Told by the person, never sent. */
export const partnerPermissions = ['read', 'write'] as const;
export type PartnerPermission = (typeof partnerPermissions)[number];

/** What an environment is for. */
export const environmentKinds = ['practice', 'sandbox', 'production'] as const;
export type EnvironmentKind = (typeof environmentKinds)[number];

/** How an environment's calls leave this machine. */
export const proxyModes = ['system', 'manual', 'none'] as const;
export type ProxyMode = (typeof proxyModes)[number];
/** How a proxy is spoken to. */
export const proxyProtocols = ['http', 'socks5'] as const;
export type ProxyProtocol = (typeof proxyProtocols)[number];

/** Where a client secret comes from. It never passes through the app window. */
export const secretSources = ['entry', 'clipboard', 'file'] as const;
export type SecretSource = (typeof secretSources)[number];

/** What a token is right now. The words shown are in docs/interface.md, "States of a token". */
export const tokenStates = [
  'requesting', // the request is in flight
  'possibly_issued', // no answer came: the server may have minted a token nobody has seen
  'quarantined', // a token came that must not be used (docs/oauth-cases.md, Q)
  'active',
  'expiring',
  'expired',
  'refused', // the server answered 401 before the time was up
  'unclear', // the last check could not tell
  'superseded', // replaced by a renewal, not revoked, still live
  'revoking', // the intent is saved; no acceptance yet
  'revoke_failed', // not accepted for good; the token may be live
  'propagating', // accepted by the server, may still work
  'confirming', // refused in a row since it should be dead; the propagation window is not over
  'still_honoured', // accepted, yet still working after the propagation window: alarm
  'verified', // confirmed dead: refused in a row, the last time after the propagation window
  'not_verifiable', // accepted, and no answer since shows whether it works
  'needs_you', // Partner: manual steps in the web app are under way
  'forgotten', // its text was dropped here; it lives on the server until it expires
] as const;
export type TokenState = (typeof tokenStates)[number];

/** Why a refusal is about the token, and not about the way to the server or the one who asks. */
export const refusalEvidences = [
  'named', // the refusal names the token (RFC 6750 section 3: Bearer with invalid_token)
  'changed', // the same call over the same way took this token before
  'control', // the same call over the same way takes another token of the credential
  'introspection', // the authorization server said active before and says not active now (RFC 7662)
] as const;
export type RefusalEvidence = (typeof refusalEvidences)[number];

/** Of an unclear refusal: what was asked beside it, and showed nothing of the token. */
export const controlResults = [
  'other_not_taken', // another token of the credential was not seen to work over the same way either
] as const;
export type ControlResult = (typeof controlResults)[number];

/** What was odd about an answer, noted and shown, never hidden (docs/oauth-cases.md group B). */
export const anomalies = [
  'expires_in_missing',
  'expires_in_text',
  'expires_in_invalid',
  'expires_in_not_positive',
  'expires_in_fraction',
  'expires_in_too_long',
  'scope_missing',
  'scope_malformed',
  'scope_narrower',
  'scope_wider',
  'content_type_unexpected',
  'unrequested_token_discarded',
  'revoke_answer_html',
  'revoke_answer_unusual_status',
  'clock_skew',
] as const;
export type Anomaly = (typeof anomalies)[number];

/** Why a token that arrived is kept but never used. */
export const quarantineReasons = [
  'unsupported_token_type',
  'token_characters',
  'token_too_large',
  'ambiguous_response',
  'unexpected_success_status',
  'repeats_secret',
] as const;
export type QuarantineReason = (typeof quarantineReasons)[number];

/** One step of the Partner plan (docs/service.md 5.9), in order. */
export const partnerSteps = ['revoke_key', 'rotate_secret'] as const;
export type PartnerStep = (typeof partnerSteps)[number];

/** Minutes without use after which the vault locks by itself; null stands for never. */
export const lockMinutes = [1, 2, 5, 10, 30, 60] as const;
export type LockMinutes = (typeof lockMinutes)[number];

/** Hours for which the vault works on behind a locked window: a night, a day, a weekend, a week; 0: a lock closes it. */
export const lockedWorkHours = [0, 12, 24, 72, 168] as const;
export type LockedWorkHours = (typeof lockedWorkHours)[number];

/** Why the vault was locked without anybody asking for it. */
export const lockReasons = ['idle', 'suspend', 'screen_locked'] as const;
export type LockReason = (typeof lockReasons)[number];

/** How the window looks. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** What a drill plays: docs/service.md 5.9's bad nights. */
export const drillScenarios = [
  'public_repository', // a secret was pushed where everybody reads
  'stolen_laptop', // every token of one machine
  'slow_server', // the authorization server answers slowly or fails
  'lost_answers', // requests arrive, answers do not
  'long_propagation', // accepted at once, dead minutes later
] as const;
export type DrillScenario = (typeof drillScenarios)[number];

/** What went wrong in a drill, and would have cost time or safety in earnest. */
export const drillMistakes = [
  'forgot_token', // a token of a leaked credential was never revoked
  'left_secret_working', // the leaked secret still mints
  'revoked_with_rotated_secret', // refused: the secret had been rotated away first
  'ended_before_verified', // declared over while a token was not proven dead
  'quit', // the app was quit or locked in the middle
] as const;
export type DrillMistake = (typeof drillMistakes)[number];

/** What a person does in the web app about a leaked key, and only the person can tick. */
export const leakSteps = ['delete_client', 'revoke_key'] as const;
export type LeakStep = (typeof leakSteps)[number];

/** Seconds an old token lives on beside the one that replaced it. */
export const graceChoices = [10, 60, 300] as const;

/**
 * What ends a token's lease: a time after it was set, what happens to the app, or the end of the program that
 * the token was handed out to.
 */
export const leaseEnds = ['after', 'lock', 'suspend', 'quit', 'program'] as const;
export type LeaseEnd = (typeof leaseEnds)[number];

/** How a client proves itself where it introspects a token (RFC 6749 section 2.3.1). */
export const introspectionAuthentications = ['client_secret_post', 'client_secret_basic'] as const;
export type IntrospectionAuthentication = (typeof introspectionAuthentications)[number];
