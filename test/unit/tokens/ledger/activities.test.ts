// What is under way is told to the window as it begins, as nobody wants it any more, and as it ends.
import { describe, expect, it } from 'vitest';
import type { CredentialId } from '../../../../electron/main/domain/ids.ts';
import { createActivities } from '../../../../electron/main/tokens/ledger/activities.ts';

const DESK = 'desk' as CredentialId;

describe('a call under way', () => {
  it('is told as it begins, as it is left, and as it ends, and not later', async () => {
    let told = 0;
    const activities = createActivities(() => (told += 1));
    const left = new AbortController();
    const answer = Promise.withResolvers<string>();
    const activity = { call: 'token', credentialId: DESK, tokenId: null, startedAtMs: 0 } as const;
    const over = activities.during({ ...activity, left: left.signal }, () => answer.promise);
    expect(told).toBe(1);
    left.abort();
    expect(told).toBe(2);
    expect(activities.ofCredential(DESK)[0]?.left?.aborted).toBe(true);
    answer.resolve('came');
    expect(await over).toBe('came');
    expect([told, activities.ofCredential(DESK)]).toEqual([3, []]);

    const unwanted = new AbortController();
    await activities.during({ ...activity, left: unwanted.signal }, async () => undefined);
    unwanted.abort();
    expect(told).toBe(5);
  });
});
