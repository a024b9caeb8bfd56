// The one pass that finds parts of secrets, beside the plain way of looking for each.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  indexParts,
  PART_BYTES,
  partsIn,
} from '../../../../electron/main/gateway/redaction/part-index.ts';

const text = (max: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', '%'), minLength: PART_BYTES, maxLength: max });

function plainly(bytes: Buffer, texts: readonly Buffer[]): number[] {
  const found = Array.from(bytes, () => 0);
  for (let at = 0; at + PART_BYTES <= bytes.length; at += 1) {
    const part = bytes.subarray(at, at + PART_BYTES);
    if (texts.some((each) => each.includes(part))) found.fill(1, at, at + PART_BYTES);
  }
  return found;
}

describe('the index of parts', () => {
  it('finds what a search for each part finds, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(text(40), { maxLength: 4 }), text(200), (secrets, searched) => {
        const texts = secrets.map((each) => Buffer.from(each));
        const bytes = Buffer.from(searched);
        const expected = plainly(bytes, texts);
        const found = new Uint8Array(bytes.length);
        partsIn(bytes, indexParts(texts.map((each) => Buffer.from(each))), found);
        expect([...found]).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps each part once, however often a token repeats it', () => {
    const [, heads, next] = indexParts([Buffer.alloc(8192, 'a')]);
    const used = (table: Buffer): number =>
      new Uint32Array(table.buffer).filter((each) => each !== 0).length;
    expect([used(heads), used(next)]).toEqual([1, 0]);
  });
});
