// How the practice gateway behaves right now: what the specification fixes (lifetimes, propagation) with its documented
// values as defaults; and what every endpoint is given beside the request. What the specification leaves open is
// answered in one way here, and in others by a fault.
import type { PracticeFault } from '../../../shared/practice/practice-words.ts';
import type { PracticeState } from './practice-state.ts';

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
  /** Whether a 401 on a resource carries WWW-Authenticate (RFC 6750 section 3). */
  readonly challenge: boolean;
}

export const defaultSettings: PracticeSettings = {
  traderLifetimeSeconds: 86_400,
  partnerLifetimeSeconds: 7_200,
  propagationSeconds: 30,
  slowFirstCallMs: 1_200,
  tokenLatencyMs: 0,
  revokeLatencyMs: 0,
  fault: 'none',
  challenge: true,
};

/** Changes to an otherwise ordinary answer; all but the first to one of a token request. */
export interface Alteration {
  /** Added to the Date header. */
  readonly dateSkewSeconds?: number;
  /** Scopes granted in place of the requested ones. */
  readonly grant?: (requested: readonly string[]) => readonly string[];
  /** The JSON fields beside access_token. */
  readonly fields?: (fields: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

export interface Surroundings {
  readonly state: PracticeState;
  readonly settings: PracticeSettings;
  readonly nowMs: number;
  readonly alteration: Alteration;
  readonly sampleKey: string;
}
