// The members of a JSON object as byte ranges, so that the answer of a server is read without a string of any token
// in it. Equal names come as often as they stand there (case 26).
import { isUtf8 } from 'node:buffer';
import { wipeableBuffer } from '../../domain/wipeable-buffer.ts';
import { decodeJsonString, decodeJsonStringInto } from './json-string.ts';
import { walkJson, type JsonKind } from './json-walk.ts';

/** One member of the outermost object (RFC 8259 section 4), by where its value stands. */
export interface JsonMember {
  readonly name: string;
  readonly kind: JsonKind;
  /** Range of the value in the scanned bytes; of a string with its quotes. */
  readonly start: number;
  readonly end: number;
}

type JsonScan =
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
  /** Valid JSON that is no object. */
  | { readonly kind: 'other' }
  | { readonly kind: 'invalid' };

const MAX_DEPTH = 32;
/** Names we look for are shorter even when every character is escaped. */
const MAX_NAME_BYTES = 120;

/**
 * The members of the outermost object whose names are wanted, in order, with duplicates.
 * @param wanted null: all of them. Their names become texts: not for an answer, which may repeat a secret there.
 * @param most of them; one more says that there are more.
 */
export function scanJsonObject(
  bytes: Buffer,
  wanted: ReadonlySet<string> | null,
  most = Number.POSITIVE_INFINITY,
): JsonScan {
  if (!isUtf8(bytes)) return { kind: 'invalid' };
  const members: JsonMember[] = [];
  const names = [...(wanted ?? [])].map((name) => ({ name, bytes: Buffer.from(name) }));
  const said = wipeableBuffer(MAX_NAME_BYTES);
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  let name: string | null = null;
  let root: JsonKind | null = null;
  const fault = walkJson(bytes, hasMark ? 3 : 0, MAX_DEPTH, {
    name(start, end, depth) {
      if (depth > 1) return;
      if (members.length > most) name = null;
      else if (wanted !== null) name = wantedName(start, end);
      else name = decodeJsonString(bytes, start, end).toString('utf8');
    },
    end(kind, start, end, depth) {
      if (depth === 2 && name !== null) members.push({ name, kind, start, end });
      if (depth === 1) root = kind;
    },
  });
  if (fault !== null) return { kind: 'invalid' };
  return root === 'object' ? { kind: 'object', members } : { kind: 'other' };

  /** Compared as bytes: a name nobody asked for may be a secret that the server repeats. */
  function wantedName(from: number, to: number): string | null {
    if (to - from > MAX_NAME_BYTES) return null;
    const length = decodeJsonStringInto(bytes, from, to, said);
    // The first byte by itself: a call for each of thousands of names takes longer than all the rest.
    const known = names.find(
      (each) =>
        each.bytes.length === length &&
        each.bytes[0] === said[0] &&
        each.bytes.compare(said, 0, length) === 0,
    );
    said.fill(0, 0, length);
    return known?.name ?? null;
  }
}
