// The words of a notification about many.
import { expect, it } from 'vitest';
import { noticeOf } from '../../../electron/main/domain/alert.ts';

it('writes every number of a notification alike', () => {
  const facts = Array.from({ length: 2_133 }, (_, at) => ({
    key: `t${at}`,
    label: `Desk ${at}`,
    kind: 'expired' as const,
  }));
  expect(noticeOf(facts, false).body).toBe(
    '2,133 tokens have expired: Desk 0, Desk 1 and 2,131 more.',
  );
});
