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
  stopRuns: 6,
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

export interface Part {
  readonly kind: number;
  readonly bytes: Buffer;
}

/** Unpooled, padded to 4 KiB with at least one zero behind the last part. */
export function joinParts(parts: readonly PartPieces[]): Buffer {
  const lengths = parts.map(({ pieces }) => pieces.reduce((sum, each) => sum + each.length, 0));
  const total = lengths.reduce((sum, length) => sum + PART_HEAD_BYTES + length, 1);
  const plain = Buffer.alloc(Math.ceil(total / PADDING_BYTES) * PADDING_BYTES);
  let at = 0;
  for (const [index, { kind, pieces }] of parts.entries()) {
    plain.writeUInt8(kind, at);
    plain.writeUInt32BE(lengths[index] ?? 0, at + 1);
    at += PART_HEAD_BYTES;
    for (const piece of pieces) {
      plain.set(piece, at);
      at += piece.length;
    }
  }
  return plain;
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
