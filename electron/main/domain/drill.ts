// A drill against the practice gateway: what it made, so that it can be cleaned up even after a kill,
// and what it showed, kept so that the person sees progress.
import * as v from 'valibot';
import { drillMistakes, drillScenarios } from '../../shared/words.ts';
import type { DrillId } from './ids.ts';
import { count, credentialId, finite, identifier, text, type Row } from './row-schema.ts';

export const drillSchema = v.strictObject({
  id: identifier<DrillId>(),
  scenario: v.picklist(drillScenarios),
  /** When the alarm went off; every duration counts from here. */
  startedAtMs: finite,
  /** Null while it runs. */
  endedAtMs: v.nullable(finite),
  how: v.nullable(v.picklist(['finished', 'stopped', 'interrupted'])),
  /** The practice credentials it made, all of them. */
  credentialIds: v.array(credentialId),
  /** Those that the alarm says have leaked: their tokens have to die. */
  leakedIds: v.array(credentialId),
  /** Fingerprints of the leaked secrets, in the order of `leakedIds`. */
  leakedSecrets: v.array(text),
  /** Tokens that had to die. */
  tokens: count,
  /** Milliseconds from the alarm to the last acceptance; null when one never came. */
  acceptedAfterMs: v.nullable(finite),
  /** To the last proof of death; null when one never came. */
  verifiedAfterMs: v.nullable(finite),
  /** What the person did that would have cost time or safety in earnest. */
  mistakes: v.array(v.picklist(drillMistakes)),
});
export type DrillResult = Row<typeof drillSchema>;

export function runningDrill(drills: readonly DrillResult[]): DrillResult | undefined {
  return drills.find(({ endedAtMs }) => endedAtMs === null);
}
