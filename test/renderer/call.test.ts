// What a call leaves behind in the window: what it says, whose failure it is, and nothing where it is quiet.
import { describe, expect, it } from 'vitest';
import type { Bridge } from '../../electron/shared/ipc-contract.ts';
import { createCalls } from '../../renderer/bridge/call.ts';
import { WINDOW_SUBJECT, createFeedbackStore } from '../../renderer/bridge/feedback.ts';

function making(reply: () => Promise<unknown>) {
  const feedback = createFeedbackStore();
  const bridge = { tokenTryNow: reply, vaultLock: reply } as unknown as Bridge;
  return { feedback: () => feedback.current(), ...createCalls(bridge, feedback, () => 7) };
}

describe('a call', () => {
  const failed = { ok: false, failure: { code: 'disk_full' } };

  it.each([
    ['done', 'done', 'It is locked.'],
    ['cancelled', null, ''],
  ])('that ends as %s answers %s and says "%s"', async (value, answer, text) => {
    const { call, feedback } = making(async () => await Promise.resolve({ ok: true, value }));
    expect(await call('vaultLock', undefined, { said: 'It is locked.' })).toBe(answer);
    expect(feedback().status.text).toBe(text);
    expect(feedback().pending.size).toBe(0);
  });

  it('keeps its failure under its subject, the credential it names, or the window', async () => {
    const { call, feedback } = making(async () => await Promise.resolve(failed));
    await call('tokenTryNow', { credentialId: 'a' }, { subject: 'form' });
    await call('tokenTryNow', { credentialId: 'a' });
    await call('vaultLock');
    expect([...feedback().failures.keys()]).toEqual(['form', 'a', WINDOW_SUBJECT]);
  });

  it('keeps no failure where the person cancelled it', async () => {
    const cancelled = { ok: false, failure: { code: 'cancelled_by_person' } };
    const { call, feedback } = making(async () => await Promise.resolve(cancelled));
    expect(await call('vaultLock')).toBeNull();
    expect(feedback().failures.size).toBe(0);
  });

  it('that is not answered at all has failed inside', async () => {
    const { call, feedback } = making(async () => await Promise.reject(new Error('gone')));
    await call('vaultLock');
    expect(feedback().failures.get(WINDOW_SUBJECT)).toEqual({
      failure: { code: 'internal_error' },
      atMs: 7,
    });
  });

  it('that is quiet is neither pending, nor said, nor kept', async () => {
    const { feedback, quietly } = making(async () => await Promise.resolve(failed));
    const before = feedback();
    expect(await quietly('vaultLock')).toEqual(failed);
    expect(feedback()).toBe(before);
  });
});
