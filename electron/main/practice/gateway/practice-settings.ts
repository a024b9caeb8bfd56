// How the practice gateway behaves right now: what the specification fixes (lifetimes, propagation)
// with its documented values as defaults, and what it leaves open, to be answered in any of the ways
// real servers do.
import type { PracticeFault } from '../../../shared/practice/practice-view.ts';

/** Error for bad credentials (docs/service.md 7, rule 3: not shown). */
export type BadCredentialsAnswer =
  | 'invalid_client_401'
  | 'invalid_client_401_challenge'
  | 'invalid_client_400'
  | 'forbidden_empty'
  | 'html_error';

/** A read-only token at the identity check (docs/service.md 7, rule 3: not shown). */
type InsufficientScopeAnswer = 'forbidden_403' | 'refused_401' | 'honoured_200';

export interface PracticeSettings {
  /** docs/service.md 8: 24 hours. */
  readonly traderLifetimeSeconds: number;
  /** docs/service.md 8: typically 2 hours. */
  readonly partnerLifetimeSeconds: number;
  /** From revocation until the token is refused (docs/service.md 8: a few minutes). */
  readonly propagationSeconds: number;
  /** Extra wait of the first resource request with a token (docs/service.md 5.7). */
  readonly slowFirstCallMs: number;
  readonly tokenLatencyMs: number;
  readonly revokeLatencyMs: number;
  /** Applied to every call it makes sense for, until set to `none`. */
  readonly fault: PracticeFault;
  readonly badCredentials: BadCredentialsAnswer;
  readonly insufficientScope: InsufficientScopeAnswer;
  /** Whether a 401 on a resource carries WWW-Authenticate (RFC 6750 section 3). */
  readonly challenge: boolean;
  /** Added to the Date header alone. */
  readonly dateSkewSeconds: number;
}

export const defaultSettings: PracticeSettings = {
  traderLifetimeSeconds: 86_400,
  partnerLifetimeSeconds: 7_200,
  propagationSeconds: 30,
  slowFirstCallMs: 1_200,
  tokenLatencyMs: 0,
  revokeLatencyMs: 0,
  fault: 'none',
  badCredentials: 'invalid_client_401',
  insufficientScope: 'forbidden_403',
  challenge: true,
  dateSkewSeconds: 0,
};
