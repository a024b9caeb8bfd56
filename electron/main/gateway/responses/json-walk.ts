// The one grammar of JSON (RFC 8259) for texts in which a secret may stand, or a name twice: over bytes, strict, and
// bounded in depth. JSON.parse would make a string of every token, and strings cannot be wiped; it also keeps only
// the last of two equal names (case 26).
import { endOfJsonString } from './json-string.ts';

/** The kinds of values (RFC 8259 section 3). */
export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null';

/** Is told what stands where, in the order of the text. Depth counts from 1, the outermost value. */
interface JsonVisitor {
  /** A value begins. Whether it is whole is not known yet. */
  readonly begin?: (kind: JsonKind, start: number, depth: number) => void;
  /** The name of a member, with its quotes; `depth` is that of its object. Its value comes next. */
  readonly name: (start: number, end: number, depth: number) => void;
  /** A value is whole; of a string with its quotes. What is in it was told before. */
  readonly end: (kind: JsonKind, start: number, end: number, depth: number) => void;
}

/** Where the text is no JSON, and what should stand there; null: it goes deeper than it may. */
export interface JsonFault {
  readonly at: number;
  readonly expected:
    | 'a JSON value'
    | 'a name in quotation marks'
    | 'a colon'
    | 'a comma or a closing brace'
    | 'a comma or a closing bracket'
    | 'the end of this text, without a line break in it'
    | 'nothing after the end of the JSON'
    | null;
}

const NOT_JSON = -1;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const QUOTE = 0x22;

/** By their first letter. */
const literals = new Map(
  (['true', 'false', 'null'] as const).map((kind) => [
    kind.charCodeAt(0),
    { kind, text: Buffer.from(kind) },
  ]),
);

/**
 * Goes through the one value from there to the end of `bytes`. Recursion ends at `mostDepth`.
 * @returns null where it is JSON as a whole. What was told before a fault is no more than its beginning.
 */
export function walkJson(
  bytes: Buffer,
  from: number,
  mostDepth: number,
  visitor: JsonVisitor,
): JsonFault | null {
  let fault: JsonFault | null = null;
  const notThere = (at: number, expected: JsonFault['expected']): number => {
    fault = { at, expected };
    return NOT_JSON;
  };

  /** Where the value that begins at `start` ends, or NOT_JSON; so all that follow. */
  function value(start: number, depth: number): number {
    if (depth > mostDepth) return notThere(start, null);
    const kind = kindOf(bytes[start]);
    visitor.begin?.(kind, start, depth);
    const end = endOf(kind, start, depth);
    if (end !== NOT_JSON) visitor.end(kind, start, end, depth);
    return end;
  }

  function endOf(kind: JsonKind, start: number, depth: number): number {
    if (kind === 'object' || kind === 'array') return container(kind, start, depth);
    if (kind === 'string') return string(start);
    const end = kind === 'number' ? endOfNumber(bytes, start) : start + kind.length;
    const isWhole =
      kind === 'number' || literals.get(bytes[start] ?? 0)?.text.equals(bytes.subarray(start, end));
    return isWhole === true && end !== NOT_JSON ? end : notThere(start, 'a JSON value');
  }

  function string(start: number): number {
    const end = endOfJsonString(bytes, start);
    return end === NOT_JSON
      ? notThere(start, 'the end of this text, without a line break in it')
      : end;
  }

  function container(kind: 'object' | 'array', open: number, depth: number): number {
    const closing = kind === 'object' ? CLOSE_BRACE : CLOSE_BRACKET;
    let at = skipSpace(bytes, open + 1);
    if (bytes[at] === closing) return at + 1;
    for (;;) {
      const start = kind === 'object' ? afterName(at, depth) : at;
      const end = start === NOT_JSON ? NOT_JSON : value(start, depth + 1);
      if (end === NOT_JSON) return NOT_JSON;
      at = skipSpace(bytes, end);
      if (bytes[at] === closing) return at + 1;
      if (bytes[at] !== 0x2c) {
        return notThere(at, `a comma or a closing ${kind === 'object' ? 'brace' : 'bracket'}`);
      }
      at = skipSpace(bytes, at + 1);
    }
  }

  function afterName(at: number, depth: number): number {
    if (bytes[at] !== QUOTE) return notThere(at, 'a name in quotation marks');
    const end = string(at);
    if (end === NOT_JSON) return NOT_JSON;
    visitor.name(at, end, depth);
    const colon = skipSpace(bytes, end);
    return bytes[colon] === 0x3a ? skipSpace(bytes, colon + 1) : notThere(colon, 'a colon');
  }

  const end = value(skipSpace(bytes, from), 1);
  if (end === NOT_JSON) return fault;
  const rest = skipSpace(bytes, end);
  return rest === bytes.length ? null : { at: rest, expected: 'nothing after the end of the JSON' };
}

/** Of a value that begins so; `number` where nothing begins so. */
function kindOf(byte: number | undefined): JsonKind {
  if (byte === OPEN_BRACE) return 'object';
  if (byte === OPEN_BRACKET) return 'array';
  if (byte === QUOTE) return 'string';
  return literals.get(byte ?? 0)?.kind ?? 'number';
}

function endOfNumber(bytes: Buffer, start: number): number {
  let at = bytes[start] === 0x2d ? start + 1 : start;
  const leadingZero = bytes[at] === 0x30;
  const whole = afterDigits(bytes, at);
  if (whole === at || (leadingZero && whole > at + 1)) return NOT_JSON;
  at = whole;
  if (bytes[at] === 0x2e) {
    const fraction = afterDigits(bytes, at + 1);
    if (fraction === at + 1) return NOT_JSON;
    at = fraction;
  }
  if (bytes[at] === 0x65 || bytes[at] === 0x45) {
    const signed = bytes[at + 1] === 0x2b || bytes[at + 1] === 0x2d ? at + 2 : at + 1;
    const exponent = afterDigits(bytes, signed);
    if (exponent === signed) return NOT_JSON;
    at = exponent;
  }
  return at;
}

function afterDigits(bytes: Buffer, at: number): number {
  let end = at;
  for (let byte = bytes[end]; byte !== undefined && byte >= 0x30 && byte <= 0x39;) {
    end += 1;
    byte = bytes[end];
  }
  return end;
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) {
    at += 1;
  }
  return at;
}
