// Where a call goes, what it may be told on its way, and what is known of it whatever its end. A leaf of the
// gateway's types, so that what makes calls and what reads their answers need not know each other.
import type { Introspection } from '../domain/environment.ts';
import type { CallName } from './budgets.ts';
import type { Reach } from './connections/verified-connection.ts';

/** Where a credential's calls go. Addresses are already normalised (domain/gateway-address.ts). */
export interface GatewayTarget extends Reach {
  /** `{base_url}`: token and revoke calls, and everything of the Partner API. */
  readonly baseUrl: string;
  /** `{trade_url}`: the identity check; never a token request (docs/service.md 4, rule 1). */
  readonly tradeUrl: string;
  /** Where and how tokens are introspected (RFC 7662), under `baseUrl`; absent where nobody said. */
  readonly introspection?: Introspection | undefined;
  /**
   * Milliseconds for which a revoked token may go on working there. The practice gateway knows; absent
   * elsewhere, where it is as long as docs/service.md 8 allows.
   */
  readonly propagationMs?: number | undefined;
}

/**
 * The head of an answer in closed words: nothing the server wrote is in it, so neither can be anything
 * it repeats. For diagnoses and their evidence.
 */
export interface SeenHead {
  readonly contentType: 'json' | 'html' | 'text' | 'form' | 'other' | 'none';
  /** Of WWW-Authenticate (RFC 9110 section 11.6.1), the first scheme. */
  readonly challenge: 'basic' | 'bearer' | 'other' | 'none';
  readonly bodyBytes: number;
}

/** What is known of a call whatever its end. Times are wall clock, in milliseconds. */
export interface CallFacts {
  readonly call: CallName;
  readonly host: string;
  /** When the first byte of the request was handed to the connection, else when the call began. */
  readonly sentAtMs: number;
  /** The same moment on the monotonic clock. */
  readonly sentMonotonicMs: number;
  readonly durationMs: number;
  /** Host and port of the proxy it went through, or was to; absent where it went straight. */
  readonly proxy?: string | undefined;
  /** Set where an authority of its own is trusted, and the certificate was refused all the same. */
  readonly ownAuthority?: true | undefined;
  readonly status: number | null;
  /** Server clock minus ours in seconds, from the Date header; null without one. */
  readonly clockSkewSeconds: number | null;
  /** What may be told of the head of the answer; absent without one. */
  readonly head?: SeenHead | undefined;
}

/** What the caller of one call may do about it while it is under way. */
export interface CallOptions {
  /** Ends the call at once, also one that was sent. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the call only as long as nothing of it was sent. */
  readonly unsent?: AbortSignal | undefined;
}
