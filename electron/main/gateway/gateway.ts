// What the rest of the app asks of the gateway client: the five calls of docs/service.md 4, and introspection where a
// person configured it, each over a verified HTTPS connection, each ending in an answer or a closed failure code.
import type { Anomaly, QuarantineReason, TraderScope } from '../../shared/words.ts';
import type { GatewayFailureCode } from '../../shared/failures/failure.ts';
import type { Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { ChallengeAbout } from './responses/bearer-challenge.ts';
import type { RouteObservation } from './route-observation.ts';
import type { Route, RouteFailure } from './connections/proxy-routes.ts';
import type { CallFacts, CallOptions, GatewayTarget } from './call-target.ts';

/** A client credential as one call needs it. The secret stays owned by the caller. */
export interface ClientCredential {
  readonly accessType: 'trader' | 'partner';
  readonly clientId: string;
  readonly secret: SecretBytes;
}

/** Why a call has no answer that counts, and whether it may have had its effect all the same. */
export interface GatewayFailure {
  readonly code: GatewayFailureCode;
  readonly facts: CallFacts;
  /** True: the request left and its effect is unknown. False: nothing left, or the server plainly said no. */
  readonly possiblyDone: boolean;
  /** RFC 6749 section 5.2 code as the server wrote it, at most 64 printable characters. */
  readonly oauthError: string | null;
  /** Server's words: plain, masked, at most 300 characters. */
  readonly serverSaid: string | null;
  /** Host of Location, issuer of a certificate: at most 300 characters. */
  readonly about: string | null;
  /** From Retry-After (seconds or HTTP-date), clamped to 1 s .. 5 min; null without one. */
  readonly retryAfterMs: number | null;
}

/** A token that came. Whoever receives it owns its `text` and must store or wipe it. */
export interface IssuedToken {
  readonly text: SecretBytes;
  /** Granted scopes; null where the server said none or something meaningless. */
  readonly grantedScopes: readonly string[] | null;
  /** Validity in whole seconds, from 1 to 30 days; null when unknown. */
  readonly lifetimeSeconds: number | null;
  /** expires_in as written, at most 64 characters; null when missing. */
  readonly expiresInRaw: string | null;
  readonly anomalies: readonly Anomaly[];
  /** Set: keep it sealed, never send it as Bearer, allow its revocation. */
  readonly quarantine: QuarantineReason | null;
  readonly facts: CallFacts;
}

/** The tokens of one answer: normally one; several where the answer was ambiguous (case 26). */
export interface TokenAnswer {
  readonly tokens: readonly [IssuedToken, ...IssuedToken[]];
}

/** RFC 7009: accepted means accepted, not dead. `pending` is a 202. */
export interface RevokeAnswer {
  readonly verdict: 'accepted' | 'pending';
  readonly anomalies: readonly Anomaly[];
  readonly facts: CallFacts;
}

/** An answer to a resource call: any status that is a complete HTTP answer and no redirect. */
export interface ProbeAnswer {
  readonly facts: CallFacts;
  readonly status: number;
  readonly contentType: string;
  /** What WWW-Authenticate says the answer is about, read before anything was masked. */
  readonly about: ChallengeAbout;
  /** WWW-Authenticate (RFC 9110 section 11.6.1): plain, masked, at most 300 characters; null without. To be shown. */
  readonly challenge: string | null;
  /** At most the call's cap; untrusted. */
  readonly body: Buffer;
}

interface RevocationsOptions {
  /** Whether the target is still how and by whom the host is reached; asked before each connection and each call. */
  readonly isCurrent?: (() => boolean) | undefined;
  /** `width` is another one than before. */
  readonly onWidth?: (() => void) | undefined;
}

/** Connections of one address that revocations share. Opened with the first call; idle ones end by themselves. */
export interface RevocationConnections {
  /** Revokes one token; same answers and failures as `revokeToken`. */
  readonly revoke: (
    credential: ClientCredential,
    token: SecretBytes,
    options?: CallOptions,
  ) => Promise<Result<RevokeAnswer, GatewayFailure>>;
  /** How many calls may be under way at once, by the protocol that the server speaks; at least one. */
  readonly width: () => number;
  /** Ends every connection; calls under way fail with `cancelled`. */
  readonly close: () => void;
}

/**
 * The calls of docs/service.md. Each resolves, within its budgets, with an answer or a closed code; it
 * keeps no secret it was lent.
 */
export interface Gateway {
  /** One connection as every call makes it, looked at and closed; nothing is sent. Never fails. */
  readonly observeRoute: (
    target: GatewayTarget,
    at: 'baseUrl' | 'tradeUrl',
    options?: CallOptions,
  ) => Promise<RouteObservation>;
  /** The routes of every call to this address, the first of them first; asks nobody but the system. */
  readonly routesTo: (
    target: GatewayTarget,
    address: string,
  ) => Promise<Result<readonly [Route, ...Route[]], RouteFailure>>;
  /** docs/service.md 2.2 (form) or 2.4 (JSON), by access type. Scopes: Trader at least one, Partner none. */
  readonly requestToken: (
    target: GatewayTarget,
    credential: ClientCredential,
    scopes: readonly TraderScope[],
    options?: CallOptions,
  ) => Promise<Result<TokenAnswer, GatewayFailure>>;
  /** docs/service.md 4, Trader only (RFC 7009). A Partner credential is refused before any connection. */
  readonly revokeToken: (
    target: GatewayTarget,
    credential: ClientCredential,
    token: SecretBytes,
    options?: CallOptions,
  ) => Promise<Result<RevokeAnswer, GatewayFailure>>;
  /** Identity check for Trader, positions for Partner: the documented calls that show a token works. */
  readonly probeToken: (
    target: GatewayTarget,
    accessType: 'trader' | 'partner',
    token: SecretBytes,
    options?: CallOptions,
  ) => Promise<Result<ProbeAnswer, GatewayFailure>>;
  /**
   * RFC 7662 section 2.1, where the target says how; `introspection_missing` otherwise. The server
   * authenticates the client that asks, which need not be the one that holds the token.
   */
  readonly introspectToken: (
    target: GatewayTarget,
    credential: ClientCredential,
    token: SecretBytes,
    options?: CallOptions,
  ) => Promise<Result<ProbeAnswer, GatewayFailure>>;
  /** Never throws. Tries HTTP/2 first, and HTTP/1.1 from the next call on where that failed. */
  readonly openRevocations: (
    target: GatewayTarget,
    options?: RevocationsOptions,
  ) => RevocationConnections;
}
