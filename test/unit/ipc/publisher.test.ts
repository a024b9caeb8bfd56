// The view is pushed once for all that changed together, only when it differs, and never with a field
// the contract does not know.
import { describe, expect, it } from 'vitest';
import type { ViewSources } from '../../../electron/main/ipc/projections.ts';
import { createPublisher } from '../../../electron/main/ipc/publisher.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { settle } from '../../support/fake-clock.ts';
import { linuxMachine, notLocking, safeSettings } from '../../support/protection.ts';
import { createTestRoom, TRADER } from '../../support/test-room.ts';

async function publisherOver(changes: Partial<ViewSources> = {}) {
  const room = await createTestRoom();
  const pushed: AppView[] = [];
  const base: ViewSources = {
    keeper: { state: 'unlocked', failure: null },
    services: room,
    opened: null,
    rescue: { offer: null, restored: null },
    rolledBack: false,
    keystoreOffered: false,
    settings: safeSettings,
    autoLock: notLocking,
    machine: linuxMachine,
    clipboard: null,
    clockSkewSeconds: null,
    standInHost: true,
    practiceTarget: null,
    nowMs: room.clock.nowMs(),
  };
  const sources = { ...base, ...changes };
  const publisher = createPublisher({
    sources: () => sources,
    push: (view) => pushed.push(view),
  });
  return { room, pushed, publisher };
}

describe('the publisher', () => {
  it('pushes once for everything that changed together', async () => {
    const { publisher, pushed } = await publisherOver();
    publisher.changed();
    publisher.changed();
    await settle();
    expect(pushed).toHaveLength(1);
  });

  it('pushes nothing when nothing differs', async () => {
    const { publisher, pushed } = await publisherOver();
    publisher.changed();
    await settle();
    publisher.changed();
    await settle();
    expect(pushed).toHaveLength(1);
  });

  it('numbers every view higher than the one before', async () => {
    const { room, publisher, pushed } = await publisherOver();
    publisher.changed();
    await settle();
    await room.requests.request(TRADER, ['TRADER_READ']);
    publisher.changed();
    await settle();
    expect(pushed.map(({ version }) => version)).toEqual([1, 2]);
  });

  it('refuses a view with a field too many, at the top and deep inside', async () => {
    const settings = { ...safeSettings, secret: 'x' };
    const atTop = await publisherOver({ settings });
    expect(() => atTop.publisher.current()).toThrow('secret');
    const { room, publisher } = await publisherOver();
    await room.requests.request(TRADER, ['TRADER_READ']);
    await room.vault.change({
      contents: (before) => ({
        ...before,
        tokens: before.tokens.map((token) => ({
          ...token,
          lastCheck: {
            atMs: 1,
            outcome: 'honoured' as const,
            status: 200,
            durationMs: 1,
            body: 'leak',
          },
        })),
      }),
    });
    expect(() => publisher.current()).toThrow('body');
  });

  it('shows no credential and no token while the vault is locked', async () => {
    const { publisher } = await publisherOver({
      services: null,
      keeper: { state: 'locked', failure: null },
    });
    expect(publisher.current()).toMatchObject({ credentials: [], environments: [] });
  });
});
