// The index of runs: it answers as a look at every place would, whatever stands where.
import fc from '../../support/seeded-fast-check.ts';
import { describe, expect, it, vi } from 'vitest';
import { indexRuns } from '../../../electron/main/secret-scan/run-index.ts';

/** Every run of the wanted length, at every place. */
function slowly(texts: readonly Buffer[], bytes: Buffer, run: number): boolean {
  const wanted = Math.min(run, bytes.length);
  if (wanted === 0) return false;
  for (let from = 0; from + wanted <= bytes.length; from += 1) {
    const part = bytes.subarray(from, from + wanted);
    if (texts.some((text) => text.includes(part))) return true;
  }
  return false;
}

/** Few letters, so that much agrees by chance. */
const textOf = (most: number) =>
  fc
    .string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: most })
    .map((text) => Buffer.from(text));

describe('the index of runs', () => {
  it('answers as a look at every place does', async () => {
    const asked = fc.asyncProperty(
      fc.array(textOf(60), { maxLength: 3 }),
      textOf(40),
      fc.integer({ min: 1, max: 16 }),
      async (texts, bytes, run) => {
        const index = await indexRuns(texts);
        expect(index.holdsRunOf(bytes, run)).toBe(slowly(texts, bytes, run));
      },
    );
    await fc.assert(asked, { numRuns: 1_000 });
  });

  it.each(Array.from({ length: 12 }, (_, shift) => shift))(
    'finds the shortest run wherever it begins: %i bytes in',
    async (shift) => {
      const text = Buffer.from(`${'.'.repeat(shift)}0123456789${'-'.repeat(7)}`);
      const index = await indexRuns([Buffer.from('another text'), text]);
      expect(index.holdsRunOf(Buffer.from('xyz0123456789xyz'), 10)).toBe(true);
      expect(index.holdsRunOf(Buffer.from('xyz0123456789xyz'), 11)).toBe(false);
    },
  );

  it('finds no run that only two texts together have', async () => {
    const index = await indexRuns([Buffer.from('0123456'), Buffer.from('789abcdef')]);
    expect(index.holdsRunOf(Buffer.from('0123456789abcdef'), 12)).toBe(false);
  });

  it('finds what stands behind ten thousand places alike', async () => {
    const text = Buffer.from(`${'"scopes": [], '.repeat(10_000)}"scopes": found`);
    const index = await indexRuns([text]);
    expect(index.holdsRunOf(Buffer.from('"scopes": found'), 15)).toBe(true);
    expect(index.holdsRunOf(Buffer.from('"scopes": never'), 15)).toBe(false);
  });

  it('finds nothing that its memory held before', async () => {
    const taken = vi
      .spyOn(Buffer, 'allocUnsafeSlow')
      .mockImplementation((size) => Buffer.alloc(size, 'x'));
    try {
      const index = await indexRuns([Buffer.from('0123456789'), Buffer.from('abcdefghij')]);
      expect(index.holdsRunOf(Buffer.from('abcdefghij'), 10)).toBe(true);
      expect(index.holdsRunOf(Buffer.from('0123456789x'), 11)).toBe(false);
      expect(index.holdsRunOf(Buffer.from('x'.repeat(10)), 10)).toBe(false);
    } finally {
      taken.mockRestore();
    }
  });

  it('asks for no memory of many megabytes that would be zeroed at once', async () => {
    const text = Buffer.alloc(4 * 1024 * 1024, 'abcdefghijklmnop');
    const bytes = vi.spyOn(Buffer, 'alloc');
    const numbers = vi.spyOn(globalThis, 'Uint32Array');
    try {
      const index = await indexRuns([text]);
      expect(index.holdsRunOf(Buffer.from('mnopabcdefgh'), 12)).toBe(true);
      expect(bytes).not.toHaveBeenCalled();
      const made: readonly (readonly unknown[])[] = numbers.mock.calls;
      expect(made.filter(([size]) => typeof size === 'number')).toEqual([]);
    } finally {
      bytes.mockRestore();
      numbers.mockRestore();
    }
  });
});
