// The history in words: what an event says beside its title.
import { expect, it } from 'vitest';
import { historyDetail } from '../../../electron/shared/history-sentences.ts';

it.each([
  ['after', 'after a time', 'its time is up'],
  ['suspend', 'at sleep', 'machine went to sleep'],
  ['lock', 'at lock', 'at lock'],
])('says of a lease until %s what will end it, and once it is over what did', (word, set, over) => {
  expect(historyDetail({ what: 'lease_set', by: 'person', word })).toBe(set);
  expect(historyDetail({ what: 'lease_over', by: 'app', word })).toBe(over);
});
