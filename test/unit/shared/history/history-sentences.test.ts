// The history in words: what an event says beside its title.
import { expect, it } from 'vitest';
import { historyDetail } from '../../../../electron/shared/history/history-sentences.ts';

it.each([
  ['after', 'after a time', 'its time is up'],
  ['suspend', 'at sleep', 'machine went to sleep'],
  ['lock', 'at lock', 'at lock'],
])('says of a lease until %s what will end it, and once it is over what did', (word, set, over) => {
  expect(historyDetail({ what: 'lease_set', by: 'person', word })).toBe(set);
  expect(historyDetail({ what: 'lease_over', by: 'app', word })).toBe(over);
});

it('counts the mistakes of a drill, and no tokens', () => {
  const ended = { what: 'drill_ended', by: 'person', word: 'finished', count: 2 } as const;
  expect(historyDetail(ended)).toBe('finished · 2 mistakes');
});

it('says of a step in the web app that it was taken back', () => {
  expect(historyDetail({ what: 'plan_step', by: 'person', word: 'delete_client_undone' })).toBe(
    'client deleted in the web app, taken back',
  );
});

it.each([
  [240, '240 ms'],
  [3_240, '3.3 s'],
  [754_000, '12 min 34 s'],
])('says how long something took as it is read: %i ms', (durationMs, text) => {
  expect(historyDetail({ what: 'stop_run_ended', by: 'app', durationMs })).toBe(text);
});
