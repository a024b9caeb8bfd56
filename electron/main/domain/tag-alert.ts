// When to say that a token expires, for credentials with this tag, in place of the general rule.
import * as v from 'valibot';
import { count, text, type Row } from './row-schema.ts';

export const tagAlertSchema = v.strictObject({
  tag: text,
  /** Minutes before the expiry, at most eight; empty: only once it has expired. */
  minutesBefore: v.array(count),
});
export type TagAlert = Row<typeof tagAlertSchema>;

/** One tag's rule laid over those that are; null: none of its own. Tags that nobody has are forgotten. */
export function changedTagAlerts(
  now: readonly TagAlert[],
  { tag, minutesBefore }: Pick<TagAlert, 'tag'> & { minutesBefore: readonly number[] | null },
  tagsInUse: ReadonlySet<string>,
): readonly TagAlert[] {
  const others = now.filter((each) => each.tag !== tag && tagsInUse.has(each.tag));
  return minutesBefore === null ? others : [...others, { tag, minutesBefore }];
}
