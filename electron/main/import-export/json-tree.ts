// JSON (RFC 8259) as a tree whose strings are bytes that can be zeroed. Strict: equal names within one
// object are refused, and so is more depth than MAX_DEPTH. Names live in lists, so `__proto__` is a name
// like any other.
import { decodeJsonStringInto } from '../gateway/responses/json-string.ts';
import { walkJson, type JsonKind } from '../gateway/responses/json-walk.ts';
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

const MAX_NUMBER_BYTES = 40;

/** An object or a list that is being read. */
type Holder =
  | {
      readonly kind: 'object';
      readonly members: JsonMember[];
      readonly names: Set<string>;
      /** Of the member that is being read. */
      name: string;
    }
  | { readonly kind: 'array'; readonly items: JsonNode[] };

/**
 * @param within where the text of `bytes` stands in the file, when it is a string within it.
 * @throws ImportRefusal `import_not_read`, `import_duplicate_name`, `import_too_much`
 */
export function readJson(text: ImportText, bytes: Buffer = text.bytes, within?: number): JsonNode {
  const placed = (offset: number): number => within ?? offset;
  const tooMuch = (offset: number, about: string, count: number): never =>
    text.refuse('import_too_much', placed(offset), { about, count });
  const expected = (offset: number, about: string): never =>
    text.refuse('import_not_read', placed(offset), { about });

  const around: Holder[] = [];
  let nodes = 0;
  let root: JsonNode | null = null;

  function decoded(start: number, end: number): Buffer {
    // An escape is never shorter than what it stands for.
    const value = text.buffer(end - start - 2);
    return value.subarray(0, decodeJsonStringInto(bytes, start, end, value));
  }

  function nodeOf(kind: JsonKind, start: number, end: number): JsonNode {
    const at = placed(start);
    if (kind === 'string') return { kind, at, value: decoded(start, end) };
    if (kind === 'number') {
      if (end - start > MAX_NUMBER_BYTES) expected(start, 'a JSON value');
      return { kind, at, value: bytes.subarray(start, end) };
    }
    if (kind !== 'object' && kind !== 'array') return { kind, at };
    const holder = around.pop();
    return holder?.kind === 'object'
      ? { kind: 'object', at, members: holder.members }
      : { kind: 'array', at, items: holder?.items ?? [] };
  }

  const fault = walkJson(bytes, 0, MAX_DEPTH, {
    begin(kind, start) {
      nodes += 1;
      if (nodes > MAX_NODES) tooMuch(start, 'values', MAX_NODES);
      if (kind === 'object') around.push({ kind, members: [], names: new Set(), name: '' });
      if (kind === 'array') around.push({ kind, items: [] });
    },
    name(start, end) {
      const holder = around.at(-1);
      if (holder?.kind !== 'object') return;
      const value = decoded(start, end);
      if (value.length > MAX_NAME_BYTES) tooMuch(start, 'name', MAX_NAME_BYTES);
      holder.name = value.toString('utf8');
      if (holder.names.has(holder.name)) text.refuse('import_duplicate_name', placed(start));
      holder.names.add(holder.name);
    },
    end(kind, start, end) {
      const node = nodeOf(kind, start, end);
      const holder = around.at(-1);
      if (holder === undefined) root = node;
      else if (holder.kind === 'array') holder.items.push(node);
      else holder.members.push({ name: holder.name, node });
    },
  });
  if (fault?.expected === null) return tooMuch(fault.at, 'levels', MAX_DEPTH);
  return root !== null && fault === null
    ? root
    : expected(fault?.at ?? 0, fault?.expected ?? 'a JSON value');
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
