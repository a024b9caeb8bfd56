// Whether a text holds one of many others: the same answer as looking for each.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHeldTexts } from '../../../electron/main/import-export/held-texts.ts';

const text = (minLength: number, maxLength: number) =>
  fc
    .string({ unit: fc.constantFrom('a', 'b'), minLength, maxLength, size: 'max' })
    .map((each) => Buffer.from(each));

describe('a text that is about to be shown', () => {
  it('holds a secret exactly where a search for each secret finds one', () => {
    const secrets = fc.array(text(6, 12), { maxLength: 6 });
    let held = 0;
    fc.assert(
      fc.property(secrets, text(0, 300), (sought, shown) => {
        const expected = sought.some((each) => shown.includes(each));
        expect(createHeldTexts(sought)(shown)).toBe(expected);
        held += expected ? 1 : 0;
      }),
      { numRuns: 1_000 },
    );
    expect(held).toBeGreaterThan(0);
  });

  it('may hold less than six bytes of one: these stand in innocent text', () => {
    expect(createHeldTexts([Buffer.from('abcde')])(Buffer.from('abcde'))).toBe(false);
  });
});
