// An environment: one pair of hosts, its own trust, and how careful to be in it.
import type { EnvironmentKind } from '../../shared/words.ts';
import type { EnvironmentId } from './ids.ts';

export interface Environment {
  readonly id: EnvironmentId;
  readonly name: string;
  readonly kind: EnvironmentKind;
  /** Normalised. Empty for the built-in practice environment, whose address is new at every start. */
  readonly baseUrl: string;
  readonly tradeUrl: string;
  /** PEM of an authority trusted by this environment in addition to the system's. */
  readonly authorityPem: string | null;
}
