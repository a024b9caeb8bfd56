// How the plaintext of the index is cut: typed parts, one behind the other, then zeros (FORMAT.md,
// "Index"). Small parts keep each piece of JSON small, so that ten thousand entries never hold the
// event loop, and let a save reuse the parts that did not change. Knows bytes, not what they mean.

/** Kind of a part. 0 ends the list: the padding behind the last part says so by itself. */
export const PART = {
  end: 0,
  environments: 1,
  credentials: 2,
  tokens: 3,
  records: 4,
  blobs: 5,
  revocationRuns: 6,
  rotations: 7,
  drills: 8,
  history: 9,
  leakPlans: 10,
  renewals: 11,
  leases: 12,
  tagAlerts: 13,
  savedViews: 14,
  favourites: 15,
} as const;

const PART_HEAD_BYTES = 5;
const PADDING_BYTES = 4096;

/** A part to write; its bytes may come in pieces. */
export interface PartPieces {
  readonly kind: number;
  readonly pieces: readonly Uint8Array[];
}

/** One typed part of the index. */
export interface Part {
  readonly kind: number;
  readonly bytes: Buffer;
}

/** One part as it was read: items of a list, from its place on, as they were spelt. */
export interface ReadPart {
  readonly kind: number;
  readonly from: number;
  readonly items: readonly unknown[];
  readonly bytes: Buffer;
}

/** One part of the table of records as it was read: so many of them, from that one on. */
export interface TablePart {
  readonly from: number;
  readonly count: number;
  readonly bytes: Buffer;
}

/** The plaintext in the pieces it is made of, and their whole length. */
export interface Layout {
  readonly pieces: readonly Uint8Array[];
  readonly length: number;
}

/** Nothing is copied. Padded to 4 KiB, with at least one zero behind the last part. */
export function layOut(parts: readonly PartPieces[]): Layout {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const part of parts) {
    const partLength = part.pieces.reduce((sum, each) => sum + each.length, 0);
    const head = Buffer.alloc(PART_HEAD_BYTES);
    head.writeUInt8(part.kind);
    head.writeUInt32BE(partLength, 1);
    pieces.push(head);
    for (const piece of part.pieces) pieces.push(piece);
    length += PART_HEAD_BYTES + partLength;
  }
  const padded = Math.ceil((length + 1) / PADDING_BYTES) * PADDING_BYTES;
  pieces.push(Buffer.alloc(padded - length));
  return { pieces, length: padded };
}

/**
 * Parts in ascending order of kind, then nothing but zeros, at most one padding block of them.
 * Null when it is anything else. The parts are views of `plain`.
 */
export function splitParts(plain: Buffer): readonly Part[] | null {
  const parts: Part[] = [];
  let at = 0;
  let previous: number = PART.end;
  for (;;) {
    const kind = plain[at];
    if (kind === undefined) return null;
    if (kind === PART.end) break;
    if (kind < previous || plain.length - at < PART_HEAD_BYTES) return null;
    const length = plain.readUInt32BE(at + 1);
    at += PART_HEAD_BYTES;
    if (length > plain.length - at) return null;
    parts.push({ kind, bytes: plain.subarray(at, at + length) });
    at += length;
    previous = kind;
  }
  const padding = plain.subarray(at);
  const sound =
    plain.length % PADDING_BYTES === 0 &&
    padding.length <= PADDING_BYTES &&
    padding.every((byte) => byte === 0);
  return sound ? parts : null;
}
