// Names sort as the platform's collator sorts them, plain ones without asking it for each pair.
import fc from '../support/seeded-fast-check.ts';
import { describe, expect, it } from 'vitest';
import { compareNames, nameKey, sortByName } from '../../renderer/model/name-order.ts';

const plain = fc.string({
  unit: fc.constantFrom(...Array.from('abAB zZ019-_.:/(#~'), '00', '007', 'desk ', 'Desk '),
  maxLength: 12,
});
const sign = (value: number): number => Math.sign(value);

describe('the order of names', () => {
  it('is the collator’s for any two plain names', () => {
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        const [left, right] = [nameKey(a) ?? '', nameKey(b) ?? ''];
        expect(sign(left < right ? -1 : left === right ? 0 : 1)).toBe(sign(compareNames(a, b)));
      }),
      { numRuns: 5_000 },
    );
  });

  it('has every printable ASCII character in the collator’s place', () => {
    const all = Array.from({ length: 95 }, (_, at) => String.fromCodePoint(32 + at));
    const wrong = all.flatMap((a) =>
      all.filter((b) => {
        const [left, right] = [nameKey(`x${a}y`) ?? '', nameKey(`x${b}y`) ?? ''];
        const found = left < right ? -1 : left === right ? 0 : 1;
        return found !== sign(compareNames(`x${a}y`, `x${b}y`));
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('puts numbers by their value, and leaves equal names as they were', () => {
    const names = ['Desk 10', 'desk 9', 'Desk 009', 'Desk 1', 'DESK 10'];
    expect(sortByName(names, (name) => name)).toEqual([
      'Desk 1',
      'desk 9',
      'Desk 009',
      'Desk 10',
      'DESK 10',
    ]);
  });

  it('asks the collator where a name is not plain', () => {
    expect(nameKey('Zoë')).toBeNull();
    expect(sortByName(['Zoe 2', 'Zoë 1', 'Äpfel', 'Apfel 1'], (name) => name)).toEqual([
      'Äpfel',
      'Apfel 1',
      'Zoë 1',
      'Zoe 2',
    ]);
  });
});
