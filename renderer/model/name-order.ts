// Names in the order people expect, numbers by their value and letters of either case alike. Comparing ten
// thousand names through the platform's collator takes longer than drawing them, so a name of plain ASCII
// gets a text with the same order, made once; any other leaves its group to the collator. Pure.
import { madeOnce } from '../../electron/shared/made-once.ts';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const PLAIN = /^[\u0020-\u007e]*$/;
const DIGITS = /\d+/g;
/** The collator itself reads longer numbers in parts. */
const LONGEST = 200;
const FIRST_CODE = 0x20;
const LAST_CODE = 0x7e;

export const compareNames = (a: string, b: string): number => collator.compare(a, b);

/** For each plain character one whose code has its place; equal ones share it. */
const placeOf = madeOnce((): ReadonlyMap<string, string> => {
  const all = Array.from({ length: LAST_CODE - FIRST_CODE + 1 }, (_, at) =>
    String.fromCodePoint(FIRST_CODE + at),
  ).toSorted(compareNames);
  const places = new Map<string, string>();
  let place = 0;
  for (const [at, character] of all.entries()) {
    if (at > 0 && compareNames(all[at - 1] ?? '', character) !== 0) place += 1;
    places.set(character, String.fromCodePoint(FIRST_CODE + place));
  }
  return places;
});

/** A text that stands to others of its kind as the name does to theirs; null where there is none. */
export function nameKey(name: string): string | null {
  if (name.length > LONGEST || !PLAIN.test(name)) return null;
  const places = placeOf();
  let key = '';
  let from = 0;
  const words = (text: string): void => {
    for (const character of text) key += places.get(character) ?? '';
  };
  for (const { 0: digits, index } of name.matchAll(DIGITS)) {
    words(name.slice(from, index));
    const value = digits.replace(/^0+/, '');
    // Where digits stand, then the longer number is the larger one.
    key += `${places.get('0') ?? ''}${String.fromCodePoint(FIRST_CODE + value.length)}${value}`;
    from = index + digits.length;
  }
  words(name.slice(from));
  return key;
}

/** By name; what has the same name stays as it was. */
export function sortByName<T>(rows: readonly T[], nameOf: (row: T) => string): readonly T[] {
  const keyed = rows.map((row) => ({ row, key: nameKey(nameOf(row)) }));
  if (keyed.some(({ key }) => key === null)) {
    return rows.toSorted((a, b) => compareNames(nameOf(a), nameOf(b)));
  }
  return keyed
    .toSorted((a, b) => (a.key === b.key ? 0 : (a.key ?? '') < (b.key ?? '') ? -1 : 1))
    .map(({ row }) => row);
}
