import { expect, test } from 'vitest';
import { counted, whole } from '../../../electron/shared/counts.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [10_000, '10,000'],
  [1_234_567, '1,234,567'],
])('%i is written %s', (value, text) => {
  expect(whole(value)).toBe(text);
});

test.each([
  [0, '0 tokens'],
  [1, '1 token'],
  [2, '2 tokens'],
  [10_000, '10,000 tokens'],
])('%i of a thing are %s', (value, text) => {
  expect(counted(value, 'token')).toBe(text);
});

test('a plural of its own is used for all but one', () => {
  expect([counted(1, 'expiry', 'expiries'), counted(2, 'expiry', 'expiries')]).toEqual([
    '1 expiry',
    '2 expiries',
  ]);
});
