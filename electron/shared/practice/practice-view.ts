// What the app window may know of the practice gateway and may ask of it.
import * as v from 'valibot';
import { count, keyOf, list, text, timeMs } from '../view-parts.ts';
import { faultWords } from './practice-words.ts';

/** Of the ledger, the newest. */
export const PRACTICE_LINES = 100;

/** How the practice gateway is set. */
export const practiceView = v.strictObject({
  running: v.boolean(),
  traderLifetimeSeconds: count,
  partnerLifetimeSeconds: count,
  propagationSeconds: v.number(),
  slowFirstCallMs: count,
  fault: keyOf(faultWords),
  ledger: list(
    v.strictObject({
      atMs: timeMs,
      method: text(10),
      path: text(300),
      status: count,
      note: text(200),
    }),
    PRACTICE_LINES,
  ),
});
export type PracticeView = v.InferOutput<typeof practiceView>;
