// The health report as the window sees it, and its calls: what would hurt most first. Nothing of it calls out.
import * as v from 'valibot';
import { count, doneOrCancelled, id, keyOf, list, nothing, text, timeMs } from '../view-parts.ts';
import { healthWords } from './health-words.ts';

/** What the report looks for, what would hurt most first. */
export type HealthRule = keyof typeof healthWords;
export const healthRules = Object.keys(healthWords) as readonly HealthRule[];

/** Findings of one rule that are named; the others are counted. */
export const MOST_NAMED = 100;

const finding = v.strictObject({
  /** Of a credential or an environment; null: of the vault. */
  id: v.nullable(id),
  /** With its environment, where there are several. */
  label: text(170),
  /** When it ends, was due or was used last; null where the rule is about no moment. */
  atMs: v.nullable(timeMs),
  /** How many tokens or other credentials; null where the rule counts nothing. */
  count: v.nullable(count),
});
export type HealthFinding = v.InferOutput<typeof finding>;

/** One report: what was found, most harmful first. */
const healthReportView = v.strictObject({
  madeAtMs: timeMs,
  /** Credentials that were looked at. */
  credentials: count,
  /** Of these, those that no rule found anything about. */
  fine: count,
  /** False: the history could not be read to its end, and nothing is said of what was never used or tested. */
  complete: v.boolean(),
  lines: list(
    v.strictObject({
      rule: keyOf(healthWords),
      found: count,
      named: list(finding, MOST_NAMED),
    }),
    healthRules.length,
  ),
});
export type HealthReportView = v.InferOutput<typeof healthReportView>;

/** The rows of the contract about the health report. */
export const healthCalls = {
  healthReport: { input: nothing, output: healthReportView, effect: 'none' },
  /** Saves the report as a page to print, where the person says in main's dialog. */
  healthReportSave: {
    input: nothing,
    output: doneOrCancelled,
    effect: 'discloses',
    confirm: 'by_handler',
  },
} as const;
