// A language that nobody speaks: accented, and longer by 40 %. What a catalogue says comes out between ⟦ and ⟧;
// what was given to it as a value (a name, a number, a time) stays as it is. Words of a screen outside these marks
// stand outside every catalogue.

const accents: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['a', 'á'],
    ['b', 'ƀ'],
    ['c', 'ç'],
    ['d', 'ð'],
    ['e', 'é'],
    ['f', 'ƒ'],
    ['g', 'ğ'],
    ['h', 'ĥ'],
    ['i', 'í'],
    ['j', 'ĵ'],
    ['k', 'ķ'],
    ['l', 'ļ'],
    ['m', 'ɱ'],
    ['n', 'ñ'],
    ['o', 'ö'],
    ['p', 'þ'],
    ['q', 'ʠ'],
    ['r', 'ŕ'],
    ['s', 'š'],
    ['t', 'ţ'],
    ['u', 'ü'],
    ['v', 'ṽ'],
    ['w', 'ŵ'],
    ['x', 'ẋ'],
    ['y', 'ý'],
    ['z', 'ž'],
  ].flatMap(([plain = '', marked = '']) => [
    [plain, marked],
    [plain.toUpperCase(), marked.toUpperCase()],
  ]),
);
const LONGER_BY = 0.4;

/** Of one text of a catalogue. What already is in marks came out of another catalogue. */
export function pseudo(text: string, values: readonly string[] = []): string {
  if (!/[A-Za-z⟦]/.test(text) || isWhole(text)) return text;
  let marked = text;
  for (const value of values) {
    if (value.length > 1 && !value.includes('⟦')) marked = marked.replaceAll(value, `⟪${value}⟫`);
  }
  let depth = 0;
  let out = '';
  for (const character of marked) {
    if (character === '⟦' || character === '⟪') depth += 1;
    out += depth === 0 ? (accents[character] ?? character) : character;
    if (character === '⟧' || character === '⟫') depth -= 1;
  }
  return `⟦${out}${'·'.repeat(Math.ceil(text.length * LONGER_BY))}⟧`;
}

/** One text of a catalogue already, and nothing beside it. */
function isWhole(text: string): boolean {
  let depth = 0;
  let gaps = text.startsWith('⟦') ? 0 : 1;
  for (const character of text) {
    if (character === '⟦' && depth === 0) gaps += 1;
    if (character === '⟦') depth += 1;
    else if (depth === 0) return false;
    if (character === '⟧') depth -= 1;
  }
  return gaps === 1;
}

/** All that a catalogue exports: its texts, its functions that make texts, and what holds them. */
export function pseudoOf<T>(words: T, values: readonly string[] = []): T {
  return changed(words, values) as T;
}

/** What is no text for a person: names of keys. */
const NO_TEXT: ReadonlySet<string> = new Set(['keys']);

function changed(words: unknown, values: readonly string[]): unknown {
  if (typeof words === 'string') return pseudo(words, values);
  if (typeof words === 'function') {
    return (...given: readonly unknown[]): unknown =>
      changed((words as (...all: readonly unknown[]) => unknown)(...given), texts(given));
  }
  if (Array.isArray(words)) return words.map((each) => changed(each, values));
  if (words === null || Object.getPrototypeOf(words) !== Object.prototype) return words;
  return Object.fromEntries(
    Object.entries(words as object).map(([name, each]) => [
      name,
      NO_TEXT.has(name) ? each : changed(each, values),
    ]),
  );
}

const texts = (given: readonly unknown[]): string[] =>
  given.filter((each) => typeof each === 'string').toSorted((a, b) => b.length - a.length);
