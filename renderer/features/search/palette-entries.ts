// What the palette shows for what was typed: actions by the words of their titles, those that can be
// done first, then credentials by name. Pure.
import { folded } from '../../model/search-query.ts';

const CREDENTIALS_SHOWN = 20;

export interface Named {
  readonly title: string;
}

const wordsOf = (typed: string): readonly string[] => folded(typed).split(/\s+/u).filter(Boolean);

/** Titles that begin with what was typed, then those that hold every word; each in the order given. */
export function byTitle<T extends Named>(all: readonly T[], typed: string): readonly T[] {
  const words = wordsOf(typed);
  if (words.length === 0) return all;
  const start = words.join(' ');
  const holding = all
    .map((entry) => ({ entry, title: folded(entry.title) }))
    .filter(({ title }) => words.every((word) => title.includes(word)));
  return [
    ...holding.filter(({ title }) => title.startsWith(start)),
    ...holding.filter(({ title }) => !title.startsWith(start)),
  ].map(({ entry }) => entry);
}

/** Labels folded once for many keys. */
export function findByName(
  labels: readonly string[],
  typed: string,
): { readonly found: readonly number[]; readonly more: number } {
  const words = wordsOf(typed);
  if (words.length === 0) return { found: [], more: 0 };
  const all = labels.flatMap((label, index) =>
    words.every((word) => label.includes(word)) ? [index] : [],
  );
  return {
    found: all.slice(0, CREDENTIALS_SHOWN),
    more: Math.max(0, all.length - CREDENTIALS_SHOWN),
  };
}
