// What opens with a vault.
import { describe, expect, it, vi } from 'vitest';
import { lifecycleOf } from '../../../electron/main/app/lifecycle.ts';
import type { AppParts } from '../../../electron/main/app/parts.ts';
import type { OpenVault } from '../../../electron/main/vault/unlocked-vault.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

vi.mock('../../../electron/main/app/sessions.ts', () => ({
  createSessions: () => () => Promise.resolve({}),
}));

describe('what ended while the vault was locked', () => {
  it.each([
    ['is ended as a saved one opens', false, ['leases', 'hand-outs']],
    ['waits for the saved one while another in memory opens', true, []],
  ] as const)('%s', async (_what, inMemory, told) => {
    const clock = createFakeClock();
    const heard: string[] = [];
    const parts = {
      clock,
      log: { event: () => undefined },
      history: { open: () => ({}) },
      backups: {},
      autoLock: { opened: () => undefined },
      leaseEvents: { forSession: () => ({}), opened: () => heard.push('leases') },
      handOutDesk: { handOuts: { opened: () => heard.push('hand-outs') } },
    } as unknown as AppParts;
    await lifecycleOf(parts).openSession({ inMemory } as OpenVault, false);
    await clock.advance(1);
    expect(heard).toEqual(told);
  });
});
