// What the calls of the gateway client (gateway-client.ts) are given, and what each ends in: an answer, or a closed
// failure code.
import type { Anomaly, QuarantineReason } from '../../shared/words.ts';
import type { GatewayFailureCode } from '../../shared/failures/failure.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { ChallengeAbout } from './responses/bearer-challenge.ts';
import type { CallFacts } from './call-target.ts';

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
