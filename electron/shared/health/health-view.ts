// The health report as the window sees it, and its calls: what would hurt most first. Nothing of it calls out.
import * as v from 'valibot';
import { count, doneOrCancelled, id, list, nothing, text, timeMs } from '../view-parts.ts';

/** What the report looks for, what would hurt most first. */
export const healthRules = [
  'secret_over',
  'same_secret',
  'recovery_untested',
  'backups_untested',
  'authority_ends',
  'left_to_live',
  'two_access_types',
  'renewal_rests',
  'trade_unused',
  'unused',
  'never_used',
  'no_owner',
] as const;
export type HealthRule = (typeof healthRules)[number];

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
      rule: v.picklist(healthRules),
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
