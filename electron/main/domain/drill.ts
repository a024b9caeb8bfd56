// A drill against the practice gateway: what it made, so that it can be cleaned up even after a kill,
// and what it showed, kept so that the person sees progress.
import type { DrillMistake, DrillScenario } from '../../shared/words.ts';
import type { CredentialId, DrillId } from './ids.ts';

export interface DrillResult {
  readonly id: DrillId;
  readonly scenario: DrillScenario;
  /** When the alarm went off; every duration counts from here. */
  readonly startedAtMs: number;
  /** Null while it runs. */
  readonly endedAtMs: number | null;
  readonly how: 'finished' | 'stopped' | 'interrupted' | null;
  /** The practice credentials it made, all of them. */
  readonly credentialIds: readonly CredentialId[];
  /** Those that the alarm says have leaked: their tokens have to die. */
  readonly leakedIds: readonly CredentialId[];
  /** Fingerprints of the leaked secrets, in the order of `leakedIds`. */
  readonly leakedSecrets: readonly string[];
  /** Tokens that had to die. */
  readonly tokens: number;
  /** Milliseconds from the alarm to the last acceptance; null when one never came. */
  readonly acceptedAfterMs: number | null;
  /** To the last proof of death; null when one never came. */
  readonly verifiedAfterMs: number | null;
  /** What the person did that would have cost time or safety in earnest. */
  readonly mistakes: readonly DrillMistake[];
}

export function runningDrill(drills: readonly DrillResult[]): DrillResult | undefined {
  return drills.find(({ endedAtMs }) => endedAtMs === null);
}
