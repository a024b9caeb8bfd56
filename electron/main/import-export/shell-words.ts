// Splits pasted commands into words as the shell they were written for does: bash and its relatives
// (POSIX shell 2.2, `$'...'`) or cmd.exe with carets. Nothing is expanded: what the shell would put in
// place of a variable or a command is not here, so a word that holds one is marked and left as it is.
import { MAX_COMMANDS } from './import-limits.ts';
import type { ImportText } from './import-text.ts';

export interface ShellWord {
  readonly value: Buffer;
  readonly at: number;
  /** The first variable or command in it that a shell would have replaced. */
  readonly placeholder?: string | undefined;
}

const LF = 0x0a;
const CR = 0x0d;
const SINGLE = 0x27;
const DOUBLE = 0x22;
const BACKSLASH = 0x5c;
const CARET = 0x5e;
const DOLLAR = 0x24;
const BACKTICK = 0x60;
const PERCENT = 0x25;
const ENDS: ReadonlySet<number> = new Set([LF, CR, 0x3b, 0x7c, 0x26]);
const ANSI: ReadonlyMap<number, number> = new Map([
  [0x6e, LF],
  [0x72, CR],
  [0x74, 0x09],
  [BACKSLASH, BACKSLASH],
  [SINGLE, SINGLE],
  [DOUBLE, DOUBLE],
]);

/** Bytes of a text that are split in one step: about a millisecond of words of one character each. */
const STEP_BYTES = 4 * 1024;

/** Commands, each as its words; in steps, between which the loop may turn. @throws ImportRefusal `import_not_read` */
export function splitCommands(
  text: ImportText,
): Generator<void, readonly (readonly ShellWord[])[]> {
  return split(text, isForCmd(text.bytes) ? cmdWord : bashWord);
}

/** A caret before a line end or a quotation mark means nothing to other shells. */
function isForCmd(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(CARET); at !== -1; at = bytes.indexOf(CARET, at + 1)) {
    const next = bytes[at + 1];
    if (next === LF || next === CR || next === DOUBLE) return true;
  }
  return false;
}

/** What one character adds to a word, and where the next begins. */
interface Step {
  readonly next: number;
  /** Bytes of the word; -1 for none. */
  readonly byte: number;
  readonly placeholder?: string | undefined;
}

type Reader = (text: ImportText, at: number, quote: number) => Step & { readonly quote: number };

function* split(
  text: ImportText,
  read: Reader,
): Generator<void, readonly (readonly ShellWord[])[]> {
  const { bytes } = text;
  const commands: ShellWord[][] = [[]];
  // No word is longer than the text; each is copied out of here.
  const scratch = text.buffer(bytes.length);
  let stepAt = STEP_BYTES;
  for (let at = 0; at < bytes.length;) {
    if (at >= stepAt) {
      yield;
      stepAt = at + STEP_BYTES;
    }
    const byte = bytes[at] ?? 0;
    const joined = continuation(bytes, at);
    if (joined > at) {
      at = joined;
    } else if (byte === 0x20 || byte === 0x09) {
      at += 1;
    } else if (ENDS.has(byte)) {
      if (commands.at(-1)?.length !== 0) commands.push([]);
      if (commands.length > MAX_COMMANDS) {
        text.refuse('import_too_much', at, { about: 'commands', count: MAX_COMMANDS });
      }
      at += 1;
    } else {
      const { word, end } = readWord(text, at, read, scratch);
      commands.at(-1)?.push(word);
      at = end;
    }
  }
  return commands.filter((words) => words.length > 0);
}

/** After a backslash, caret or backtick at the end of a line; `at` itself where there is none. */
function continuation(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte !== BACKSLASH && byte !== CARET && byte !== BACKTICK) return at;
  if (bytes[at + 1] === LF) return at + 2;
  return bytes[at + 1] === CR ? at + (bytes[at + 2] === LF ? 3 : 2) : at;
}

function readWord(
  text: ImportText,
  start: number,
  read: Reader,
  scratch: Buffer,
): { readonly word: ShellWord; readonly end: number } {
  const { bytes } = text;
  let end = start;
  let quote = 0;
  let placeholder: string | undefined;
  let length = 0;
  while (end < bytes.length) {
    const byte = bytes[end] ?? 0;
    if (quote !== SINGLE && quote !== BACKTICK) {
      const joined = continuation(bytes, end);
      if (joined > end) {
        end = joined;
        continue;
      }
    }
    if (quote === 0 && (byte === 0x20 || byte === 0x09 || ENDS.has(byte))) break;
    const step = read(text, end, quote);
    if (step.byte >= 0) {
      scratch[length] = step.byte;
      length += 1;
    }
    placeholder ??= step.placeholder;
    quote = step.quote;
    end = step.next;
  }
  if (quote !== 0) {
    text.refuse('import_not_read', start, { about: 'the closing quotation mark of this argument' });
  }
  const value = text.buffer(length);
  value.set(scratch.subarray(0, length));
  const word = { value, at: start };
  return { word: placeholder === undefined ? word : { ...word, placeholder }, end };
}

const DOLLAR_QUOTE = BACKTICK; // no quotation mark of bash: stands for `$'`

const bashWord: Reader = (text, at, quote) => {
  const { bytes } = text;
  const byte = bytes[at] ?? 0;
  const next = bytes[at + 1] ?? 0;
  const take = (value: number, length = 1) => ({ byte: value, next: at + length, quote });
  const turn = (to: number, length = 1) => ({ byte: -1, next: at + length, quote: to });
  if (quote === SINGLE) return byte === SINGLE ? turn(0) : take(byte);
  if (quote === DOLLAR_QUOTE) {
    if (byte === SINGLE) return turn(0);
    if (byte !== BACKSLASH) return take(byte);
    const meant = ANSI.get(next);
    if (meant === undefined) {
      return text.refuse('import_not_read', at, {
        about: "one of \\n \\r \\t \\\\ \\' \\\" in $'…'",
      });
    }
    return take(meant, 2);
  }
  if (byte === DOLLAR || byte === BACKTICK) {
    if (quote === 0 && byte === DOLLAR && next === SINGLE) return turn(DOLLAR_QUOTE, 2);
    const placeholder = variableAt(bytes, at);
    return placeholder === undefined ? take(byte) : { ...take(byte), placeholder };
  }
  if (byte === DOUBLE) return turn(quote === DOUBLE ? 0 : DOUBLE);
  if (byte === BACKSLASH) {
    const isSpecial = [DOUBLE, BACKSLASH, DOLLAR, BACKTICK].includes(next);
    return quote === 0 || isSpecial ? take(next, 2) : take(byte);
  }
  return byte === SINGLE && quote === 0 ? turn(SINGLE) : take(byte);
};

/** Undefined where a dollar sign stands for itself. */
function variableAt(bytes: Buffer, at: number): string | undefined {
  if (bytes[at] === BACKTICK) return 'a command in backticks';
  if (bytes[at + 1] === 0x28) return 'a command in $(…)';
  const name = identifierAt(bytes, at + (bytes[at + 1] === 0x7b ? 2 : 1));
  return name === '' ? undefined : `$${name}`;
}

/** Letters, digits and underscores, not beginning with a digit; empty where there are none. */
function identifierAt(bytes: Buffer, start: number): string {
  let end = start;
  while (end < start + 60 && isIdentifierByte(bytes[end] ?? 0, end > start)) end += 1;
  return bytes.toString('latin1', start, end);
}

function isIdentifierByte(byte: number, mayBeDigit: boolean): boolean {
  const lower = byte | 0x20;
  return (
    (lower >= 0x61 && lower <= 0x7a) ||
    byte === 0x5f ||
    (mayBeDigit && byte >= 0x30 && byte <= 0x39)
  );
}

const cmdWord: Reader = (text, at, quote) => {
  const { bytes } = text;
  const byte = bytes[at] ?? 0;
  const next = bytes[at + 1] ?? 0;
  const take = (value: number, length = 1) => ({ byte: value, next: at + length, quote });
  const turn = (length: number) => ({
    byte: -1,
    next: at + length,
    quote: quote === 0 ? DOUBLE : 0,
  });
  // Browsers write ^" for a quotation mark of the argument and ^\^" for one within it.
  if (byte === CARET && next === BACKSLASH && bytes[at + 2] === CARET)
    return take(bytes[at + 3] ?? 0, 4);
  if (byte === CARET && next === DOUBLE) return turn(2);
  if (byte === CARET) return take(next, 2);
  if (byte === BACKSLASH && next === DOUBLE) return take(DOUBLE, 2);
  if (byte === DOUBLE) return quote === DOUBLE && next === DOUBLE ? take(DOUBLE, 2) : turn(1);
  if (byte === PERCENT) {
    const name = identifierAt(bytes, at + 1);
    if (name !== '' && bytes[at + 1 + name.length] === PERCENT)
      return { ...take(byte), placeholder: `%${name}%` };
  }
  return take(byte);
};
