// Names in the order people expect, numbers by their value and letters of either case alike. Comparing ten
// thousand names through the platform's collator takes longer than drawing them, so a name of plain ASCII
// gets a text with the same order, made once; any other leaves its group to the collator. Pure.
import { madeOnce } from '../../electron/shared/made-once.ts';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
/** The collator itself reads longer numbers in parts. */
const LONGEST = 200;
const FIRST_CODE = 0x20;
const LAST_CODE = 0x7e;
const ZERO = 0x30;
const NINE = 0x39;

export const compareNames = (a: string, b: string): number => collator.compare(a, b);

/** By the code of each plain character, one that has its place; equal ones share it. */
const placeByCode = madeOnce((): readonly string[] => {
  const all = Array.from({ length: LAST_CODE - FIRST_CODE + 1 }, (_, at) =>
    String.fromCodePoint(FIRST_CODE + at),
  ).toSorted(compareNames);
  const places = Array.from<string>({ length: LAST_CODE + 1 }).fill('');
  let place = 0;
  for (const [at, character] of all.entries()) {
    if (at > 0 && compareNames(all[at - 1] ?? '', character) !== 0) place += 1;
    places[character.codePointAt(0) ?? 0] = String.fromCodePoint(FIRST_CODE + place);
  }
  return places;
});

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

/** A text that stands to others of its kind as the name does to theirs; null where there is none. */
export function nameKey(name: string): string | null {
  if (name.length > LONGEST) return null;
  const places = placeByCode();
  let key = '';
  let at = 0;
  while (at < name.length) {
    const code = name.charCodeAt(at);
    if (code < FIRST_CODE || code > LAST_CODE) return null;
    if (isDigit(code)) {
      let from = at;
      while (name.charCodeAt(from) === ZERO) from += 1;
      at = from;
      while (isDigit(name.charCodeAt(at))) at += 1;
      // Where digits stand, then the longer number is the larger one.
      key += `${places[ZERO]}${String.fromCharCode(FIRST_CODE + at - from)}${name.slice(from, at)}`;
    } else {
      key += places[code];
      at += 1;
    }
  }
  return key;
}

/** By name; what has the same name stays as it was. */
export function sortByName<T>(rows: readonly T[], nameOf: (row: T) => string): readonly T[] {
  const keys: string[] = [];
  for (const row of rows) {
    const key = nameKey(nameOf(row));
    if (key === null) return rows.toSorted((a, b) => compareNames(nameOf(a), nameOf(b)));
    keys.push(key);
  }
  return [...keys.keys()]
    .toSorted((a, b) => {
      const one = keys[a] as string;
      const other = keys[b] as string;
      return one === other ? 0 : one < other ? -1 : 1;
    })
    .map((at) => rows[at] as T);
}
