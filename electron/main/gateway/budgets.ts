// How long a call may take and how much it may bring (docs/oauth-cases.md). Tests shorten them.

/** The calls of the service (docs/service.md 4), introspection (RFC 7662), and the question for a newer version. */
export type CallName =
  | 'token'
  | 'revoke'
  | 'identity check'
  | 'positions'
  | 'introspection'
  | 'release';

/**
 * Limits of one call: times in milliseconds, sizes in bytes. Each that is exceeded ends in a failure code
 * of its own.
 */
export interface Budgets {
  /** Name lookup, TCP and TLS together, from the beginning of the call. */
  readonly connectMs: number;
  /** From the sent request to the end of the final response head, however slowly it drips. */
  readonly headersMs: number;
  /** The whole call, from its beginning. */
  readonly totalMs: number;
  /** Bytes of a response body, by call. */
  readonly bodyBytes: Readonly<Record<CallName, number>>;
  /** Bytes of a response head. */
  readonly headBytes: number;
}

const KIB = 1024;

/** The limits of every call of the app. */
export const standardBudgets: Budgets = {
  connectMs: 10_000,
  headersMs: 15_000,
  totalMs: 30_000,
  bodyBytes: {
    token: 64 * KIB,
    revoke: 64 * KIB,
    'identity check': 1024 * KIB,
    positions: 8 * 1024 * KIB,
    introspection: 64 * KIB,
    release: 4 * KIB,
  },
  headBytes: 16 * KIB,
};
