// One piece of text as those would read it who undo its escapes: percent and form encoding, escapes of
// JSON and shells, entities of XML and HTML, doubled quotation marks, zeros of UTF-16, and lines that were broken. Every
// reading knows where in the piece its bytes come from.

export interface Reading {
  readonly bytes: Buffer;
  /** Something was undone in it. */
  readonly isEscaped: boolean;
  /** White space and line breaks were taken out: short texts would be found by chance. */
  readonly isJoined: boolean;
  /** Where the byte at this place of the reading begins in the piece; the end of the piece for its length. */
  readonly rawAt: (at: number) => number;
}

interface Undoing {
  readonly pattern: RegExp;
  /** The pattern is not tried where none of these stands: most text has no escape at all. */
  readonly marks: readonly string[];
  readonly undo: (escape: string) => string;
}

/** JSON may stand in a line of JSON that is logged as JSON. */
const DEEPEST = 3;
/** At most so many bytes stand for one: `\\\\u0041` in JSON in JSON in JSON. */
export const WIDEST_ESCAPE = 12;

const utf8 = (codePoint: number): string =>
  codePoint > 0x10ffff ? '' : Buffer.from(String.fromCodePoint(codePoint)).toString('latin1');
const fromHex = (digits: string): string => utf8(Number.parseInt(digits, 16));
const byteOf = (escape: string): string =>
  String.fromCharCode(Number.parseInt(escape.slice(-2), 16));

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** JSON (RFC 8259 section 7), JavaScript and shells. A character beyond 16 bits is two escapes. */
const BACKSLASHES: Undoing = {
  marks: ['\\'],
  pattern:
    /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\\r?\n|\\[^\da-zA-Z]|\\[nrtbf]/g,
  undo(escape) {
    if (escape.length === 12)
      return Buffer.from(JSON.parse(`"${escape}"`) as string).toString('latin1');
    if (escape[1] === 'u') return fromHex(escape.slice(2));
    if (escape[1] === 'x') return byteOf(escape);
    return escape.endsWith('\n') ? '' : (controls[escape.slice(1)] ?? escape.slice(1));
  },
};

/** Percent encoding (RFC 3986 section 2.1), and the `+` of forms. */
const PERCENTS: Undoing = { marks: ['%'], pattern: /%[\da-fA-F]{2}/g, undo: byteOf };
const FORM: Undoing = {
  marks: ['+'],
  pattern: /%[\da-fA-F]{2}|\+/g,
  undo: (escape) => (escape === '+' ? ' ' : byteOf(escape)),
};

const ENTITIES: Undoing = {
  marks: ['&'],
  pattern: /&(?:amp|lt|gt|quot|apos|#\d{1,7}|#[xX][\da-fA-F]{1,6});/g,
  undo(escape) {
    const name = escape.slice(1, -1);
    if (!name.startsWith('#')) return entities[name] ?? escape;
    return /^#x/i.test(name) ? fromHex(name.slice(2)) : utf8(Number(name.slice(1)));
  },
};

/** A quotation mark within quotation marks, as shells, YAML, SQL and CSV write it; the caret of cmd. */
const QUOTES: Undoing = {
  marks: [`''`, `'"'"'`, '""', '^'],
  pattern: /'"'"'|''|""|\^[\s\S]/g,
  undo: (escape) => (escape[0] === '^' ? escape.slice(1) : (escape[0] as string)),
};

/** Quoted-printable (RFC 2045 section 6.7). */
const MAIL: Undoing = {
  marks: ['='],
  pattern: /=[\dA-F]{2}|=\r?\n/g,
  undo: (escape) => (escape.endsWith('\n') ? '' : byteOf(escape)),
};

/** Broken lines of base64, dumps of bytes, and what copied pages hide in words. */
const JOINED: Undoing = {
  marks: ['\n', ' ', '\u00ad', '\u00e2\u0080'],
  pattern:
    /\r?\n[ \t]*|(?<=[\da-fA-F]{2}) (?=[\da-fA-F]{2})|\u00c2?\u00ad|\u00e2\u0080[\u008b-\u008d]/g,
  undo: () => '',
};

/** ASCII in UTF-16 of either order. */
const WIDE: Undoing = { marks: ['\0'], pattern: /\0/g, undo: () => '' };

interface Layer {
  readonly text: string;
  readonly rawAt: Reading['rawAt'];
}

/** The piece as it is, and each way to read it that differs from it. The next one is made when asked for. */
export function* readingsOf(piece: Buffer): Generator<Reading> {
  yield { bytes: piece, isEscaped: false, isJoined: false, rawAt: (at) => at };
  const layer = { text: piece.toString('latin1'), rawAt: (at: number): number => at };
  yield* escapesIn(layer, DEEPEST);
  const narrow = undone(layer, WIDE);
  if (narrow === null) return;
  yield { ...asReading(narrow), isEscaped: false };
  yield* escapesIn(narrow, DEEPEST);
}

function* escapesIn(layer: Layer, deepest: number): Generator<Reading> {
  for (const undoing of [PERCENTS, FORM, ENTITIES, QUOTES, MAIL]) {
    const read = undone(layer, undoing);
    if (read === null) continue;
    yield asReading(read);
    // An address in an address is encoded twice.
    const twice = undoing === PERCENTS || undoing === FORM ? undone(read, undoing) : null;
    if (twice !== null) yield asReading(twice);
  }
  const joined = undone(layer, JOINED);
  if (joined !== null) yield { ...asReading(joined), isJoined: true };
  const unescaped = deepest === 0 ? null : undone(layer, BACKSLASHES);
  if (unescaped === null) return;
  yield asReading(unescaped);
  yield* escapesIn(unescaped, deepest - 1);
}

const asReading = ({ text, rawAt }: Layer): Reading => ({
  bytes: Buffer.from(text, 'latin1'),
  isEscaped: true,
  isJoined: false,
  rawAt,
});

/** Null where nothing is to be undone. */
function undone({ text, rawAt }: Layer, undoing: Undoing): Layer | null {
  if (!undoing.marks.some((mark) => text.includes(mark))) return null;
  const [read, sourceOf] = undo(text, undoing);
  return read === text ? null : { text: read, rawAt: (at) => rawAt(sourceOf(at)) };
}

/** The text with one kind of escape undone, and where each of its places came from. */
function undo(text: string, { pattern, undo: undoOne }: Undoing): [string, (at: number) => number] {
  const starts: number[] = [0];
  const sources: number[] = [0];
  const parts: string[] = [];
  let length = 0;
  let from = 0;
  const add = (part: string, source: number): void => {
    parts.push(part);
    starts.push(length);
    sources.push(source);
    length += part.length;
  };
  for (const { 0: escape, index } of text.matchAll(pattern)) {
    add(text.slice(from, index), from);
    add(undoOne(escape), index);
    from = index + escape.length;
  }
  add(text.slice(from), from);
  starts.push(length);
  sources.push(text.length);
  const sourceOf = (at: number): number => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= at) low = middle;
      else high = middle - 1;
    }
    return (sources[low] as number) + at - (starts[low] as number);
  };
  return [parts.join(''), sourceOf];
}
