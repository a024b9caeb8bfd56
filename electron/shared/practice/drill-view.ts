// Drills as the app window sees them: the one that runs, and what the earlier ones showed. Strict, like
// every view (views.ts).
import * as v from 'valibot';
import { drillMistakes, drillScenarios } from '../words.ts';
import { count, id, list, timeMs } from '../view-parts.ts';

/** The drill that runs. */
export const drillView = v.strictObject({
  id,
  scenario: v.picklist(drillScenarios),
  /** Its credentials and tokens are being made; the clock starts with the alarm. */
  preparing: v.boolean(),
  startedAtMs: timeMs,
  credentialIds: v.array(id),
  leakedIds: v.array(id),
  /** Tokens that had leaked when the alarm was given, and how far they are: it stays as it was then. */
  tokens: count,
  accepted: count,
  verified: count,
});
export type DrillView = v.InferOutput<typeof drillView>;

/** The newest. */
export const SHOWN_DRILLS = 200;

/** What an earlier drill showed; times in milliseconds after the alarm. */
export const drillResultView = v.strictObject({
  id,
  scenario: v.picklist(drillScenarios),
  startedAtMs: timeMs,
  how: v.picklist(['finished', 'stopped', 'interrupted']),
  tokens: count,
  acceptedAfterMs: v.nullable(v.number()),
  verifiedAfterMs: v.nullable(v.number()),
  mistakes: list(v.picklist(drillMistakes), drillMistakes.length),
});
export type DrillResultView = v.InferOutput<typeof drillResultView>;
