// JSON (RFC 8259) as a tree whose strings are bytes that can be zeroed. Strict: equal names within one
// object are refused, and so is more depth than MAX_DEPTH. Names live in lists, so `__proto__` is a name
// like any other.
import { decodeJsonStringInto, endOfJsonString } from '../gateway/responses/json-string.ts';
import type { ImportText } from './import-text.ts';
import { MAX_DEPTH, MAX_NAME_BYTES, MAX_NODES } from './import-limits.ts';

export interface JsonMember {
  readonly name: string;
  readonly node: JsonNode;
}

export type JsonNode =
  | { readonly kind: 'object'; readonly at: number; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly at: number; readonly items: readonly JsonNode[] }
  /** A string decoded, a number as it is written. */
  | { readonly kind: 'string' | 'number'; readonly at: number; readonly value: Buffer }
  | { readonly kind: 'true' | 'false' | 'null'; readonly at: number };

const LITERALS = (['true', 'false', 'null'] as const).map(
  (kind) => [kind, Buffer.from(kind)] as const,
);
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * @param within where the text of `bytes` stands in the file, when it is a string within it.
 * @throws ImportRefusal `import_not_read`, `import_duplicate_name`, `import_too_much`
 */
export function readJson(text: ImportText, bytes: Buffer = text.bytes, within?: number): JsonNode {
  let nodes = 0;
  const placed = (offset: number): number => within ?? offset;
  const expected = (offset: number, about: string): never =>
    text.refuse('import_not_read', placed(offset), { about });

  function skip(from: number): number {
    let to = from;
    while (bytes[to] === 0x20 || bytes[to] === 0x0a || bytes[to] === 0x0d || bytes[to] === 0x09) {
      to += 1;
    }
    return to;
  }

  function string(start: number): { readonly value: Buffer; readonly end: number } {
    const end = endOfJsonString(bytes, start);
    if (end === -1) return expected(start, 'the end of this text, without a line break in it');
    // An escape is never shorter than what it stands for.
    const decoded = text.buffer(end - start - 2);
    const length = decodeJsonStringInto(bytes, start, end, decoded);
    return { value: decoded.subarray(0, length), end };
  }

  function node(start: number, depth: number): { readonly node: JsonNode; readonly end: number } {
    if (depth > MAX_DEPTH) {
      return text.refuse('import_too_much', placed(start), { about: 'levels', count: MAX_DEPTH });
    }
    nodes += 1;
    if (nodes > MAX_NODES) {
      return text.refuse('import_too_much', placed(start), { about: 'values', count: MAX_NODES });
    }
    const byte = bytes[start];
    if (byte === 0x7b) return object(start, depth);
    if (byte === 0x5b) return array(start, depth);
    if (byte === 0x22) {
      const { value, end } = string(start);
      return { node: { kind: 'string', at: placed(start), value }, end };
    }
    for (const [kind, word] of LITERALS) {
      const end = start + word.length;
      if (bytes.subarray(start, end).equals(word))
        return { node: { kind, at: placed(start) }, end };
    }
    return number(start);
  }

  function number(start: number): { readonly node: JsonNode; readonly end: number } {
    let end = start;
    while (end < bytes.length && isNumberByte(bytes[end] ?? 0)) end += 1;
    const value = bytes.subarray(start, end);
    if (value.length > 40 || !NUMBER.test(value.toString('latin1'))) {
      return expected(start, 'a JSON value');
    }
    return { node: { kind: 'number', at: placed(start), value }, end };
  }

  function object(open: number, depth: number): { readonly node: JsonNode; readonly end: number } {
    const members: JsonMember[] = [];
    const names = new Set<string>();
    let at = skip(open + 1);
    while (bytes[at] !== 0x7d) {
      if (members.length > 0) {
        if (bytes[at] !== 0x2c) return expected(at, 'a comma or a closing brace');
        at = skip(at + 1);
      }
      if (bytes[at] !== 0x22) return expected(at, 'a name in quotation marks');
      const read = string(at);
      if (read.value.length > MAX_NAME_BYTES) {
        return text.refuse('import_too_much', placed(at), { about: 'name', count: MAX_NAME_BYTES });
      }
      const name = read.value.toString('utf8');
      if (names.has(name)) return text.refuse('import_duplicate_name', placed(at));
      names.add(name);
      const colon = skip(read.end);
      if (bytes[colon] !== 0x3a) return expected(colon, 'a colon');
      const value = node(skip(colon + 1), depth + 1);
      members.push({ name, node: value.node });
      at = skip(value.end);
    }
    return { node: { kind: 'object', at: placed(open), members }, end: at + 1 };
  }

  function array(open: number, depth: number): { readonly node: JsonNode; readonly end: number } {
    const items: JsonNode[] = [];
    let at = skip(open + 1);
    while (bytes[at] !== 0x5d) {
      if (items.length > 0) {
        if (bytes[at] !== 0x2c) return expected(at, 'a comma or a closing bracket');
        at = skip(at + 1);
      }
      const item = node(at, depth + 1);
      items.push(item.node);
      at = skip(item.end);
    }
    return { node: { kind: 'array', at: placed(open), items }, end: at + 1 };
  }

  const root = node(skip(0), 1);
  const rest = skip(root.end);
  if (rest !== bytes.length) return expected(rest, 'nothing after the end of the JSON');
  return root.node;
}

function isNumberByte(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x2e ||
    byte === 0x45 ||
    byte === 0x65
  );
}

/** The member of that name, or undefined where this is no object or has none. */
export function memberOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return node?.kind === 'object'
    ? node.members.find((each) => each.name === name)?.node
    : undefined;
}

export function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === 'array' ? node.items : [];
}

export function membersOf(node: JsonNode | undefined): readonly JsonMember[] {
  return node?.kind === 'object' ? node.members : [];
}

/** The text of a string or number, or undefined. */
export function valueOf(
  node: JsonNode | undefined,
): { readonly value: Buffer; readonly at: number } | undefined {
  return node?.kind === 'string' || node?.kind === 'number' ? node : undefined;
}

/** A short text that is shown, such as a name; empty where there is none. */
export function wordOf(node: JsonNode | undefined): string {
  return node?.kind === 'string' && node.value.length <= MAX_NAME_BYTES
    ? node.value.toString('utf8')
    : '';
}
