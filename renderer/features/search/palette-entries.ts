// What the palette shows for what was typed: actions by the words of their titles, those that can be
// done first, then credentials by name. Pure.
import { folded } from '../../model/search-query.ts';

const CREDENTIALS_SHOWN = 20;

export interface Named {
  readonly title: string;
  /** Other words for it: found by them after all that are found by their titles. */
  readonly also?: string | undefined;
}

const wordsOf = (typed: string): readonly string[] => folded(typed).split(/\s+/u).filter(Boolean);

/**
 * Titles that begin with what was typed, then those that hold every word, then what is called so too; each in the
 * order given.
 */
export function byTitle<T extends Named>(all: readonly T[], typed: string): readonly T[] {
  const words = wordsOf(typed);
  if (words.length === 0) return all;
  const start = words.join(' ');
  const ranked = all.flatMap((entry) => {
    const title = folded(entry.title);
    const holds = (text: string): boolean => words.every((word) => text.includes(word));
    if (holds(title)) return { entry, rank: title.startsWith(start) ? 0 : 1 };
    const isAlso = entry.also !== undefined && holds(`${title} ${folded(entry.also)}`);
    return isAlso ? { entry, rank: 2 } : [];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ entry }) => entry);
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
