// The rolling-hash matcher by itself, on texts that repeat themselves: every one is found, and none is told
// of more often than it stands there side by side.
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createRollingHashMatcher } from '../../../electron/main/secret-scan/rolling-hash-matcher.ts';

/** Beginnings of what is found of each text, in their order. */
function found(texts: readonly string[], bytes: string, counts = true): readonly number[][] {
  const net = createRollingHashMatcher();
  const starts = texts.map((): number[] => []);
  for (const [id, text] of texts.entries()) net.add(Buffer.from(text), id);
  net.scan(Buffer.from(bytes), 0, bytes.length, (id, start) => {
    starts[id]?.push(start);
    return counts;
  });
  net.wipe();
  return starts;
}

/** Side by side, from the left. */
function standsAt(text: string, bytes: string): readonly number[] {
  const starts: number[] = [];
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + text.length)) {
    starts.push(at);
  }
  return starts;
}

const repeating = fc
  .tuple(fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('a', 'b') }), fc.nat(40))
  .map(([piece, times]) => piece.repeat(times));
const repeatingTexts = fc.array(
  repeating.filter(({ length }) => length >= 8),
  { minLength: 1, maxLength: 5 },
);

/** As many as make one map of all of them slow to grow. */
const MANY = 8_192;

describe('the matcher', () => {
  it('tells of a text of one letter once for each place side by side', () => {
    const [starts] = found(['a'.repeat(100)], 'a'.repeat(32_768));
    expect(starts).toEqual(Array.from({ length: 327 }, (_, at) => at * 100));
  });

  it('goes on to tell of it while nobody counts what was told', () => {
    const [starts] = found(['a'.repeat(100)], 'a'.repeat(200), false);
    expect(starts).toHaveLength(101);
  });

  it('finds each text in what repeats itself, and tells of nothing that only ends like it', () => {
    const property = fc.property(
      repeatingTexts,
      fc.array(repeating, { maxLength: 20 }),
      (texts, pieces) => {
        const bytes = pieces.join('');
        expect(found(texts, bytes)).toEqual(texts.map((text) => standsAt(text, bytes)));
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  it('finds what stands behind many that all but match', () => {
    const text = `x${'a'.repeat(40)}`;
    const bytes = `${'a'.repeat(5_000)}${text}${'a'.repeat(5_000)}`;
    expect(found([text, 'a'.repeat(60)], bytes)).toEqual([
      [5_000],
      standsAt('a'.repeat(60), bytes),
    ]);
  });

  it('keeps thousands of texts in small maps alone, none of which is ever copied as a whole', () => {
    let largest = 0;
    const set = Reflect.get(Map.prototype, 'set');
    const watched = vi.spyOn(Map.prototype, 'set').mockImplementation(function (
      this: Map<unknown, unknown>,
      key,
      value,
    ) {
      set.call(this, key, value);
      largest = Math.max(largest, this.size);
      return this;
    });
    try {
      const net = createRollingHashMatcher();
      for (let id = 0; id < MANY; id += 1) net.add(Buffer.from(`a-text-of-number-${id}`), id);
      net.wipe();
      expect(largest).toBeGreaterThan(0);
      expect(largest).toBeLessThan(MANY / 64);
    } finally {
      watched.mockRestore();
    }
  });

  it('lets the event loop turn while it makes ready for the first scan, and finds all the same', async () => {
    const net = createRollingHashMatcher();
    for (let id = 0; id < MANY; id += 1) net.add(Buffer.from(`a-text-of-number-${id}`), id);
    // Each piece of work takes longer than a slice.
    let nowMs = 0;
    const time = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 100));
    const turns = vi.spyOn(globalThis, 'setImmediate');
    try {
      await net.prepare();
      // Two texts among so many may have one hash of 32 bits: there are almost as many hashes as texts.
      expect(turns.mock.calls.length).toBeGreaterThanOrEqual(Math.floor((MANY - 16) / 512));
    } finally {
      turns.mockRestore();
      time.mockRestore();
    }
    const ids: number[] = [];
    const bytes = Buffer.from(`before a-text-of-number-${MANY - 1} behind`);
    net.scan(bytes, 0, bytes.length, (id) => ids.push(id) > 0);
    net.wipe();
    expect(ids).toContain(MANY - 1);
  });
});
