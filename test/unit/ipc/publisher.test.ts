// The view is pushed once for all that changed together, only when it differs, and never with a field
// the contract does not know.
import { describe, expect, it, vi } from 'vitest';
import type { ViewSources } from '../../../electron/main/ipc/projections.ts';
import { createPublisher } from '../../../electron/main/ipc/publisher.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { settle } from '../../support/fake-clock.ts';
import { linuxMachine, notLocking, safeSettings } from '../../support/protection.ts';
import { createTestRoom, TRADER } from '../../support/test-room.ts';

async function publisherOver(changes: Partial<ViewSources> = {}) {
  const room = await createTestRoom();
  const pushed: AppView[] = [];
  const base: Omit<ViewSources, 'nowMs'> = {
    keeper: { state: 'unlocked', failure: null, unproven: 0, leases: null },
    services: room,
    opened: null,
    rescue: { found: null, offer: null, restored: null },
    rolledBack: false,
    damagedFile: null,
    keystoreOffered: false,
    settings: safeSettings,
    autoLock: notLocking,
    machine: linuxMachine,
    history: null,
    clipboard: null,
    clockSkewSeconds: null,
    standInHost: true,
    drills: { standing: () => null },
    practiceTarget: null,
  };
  const sources = (): ViewSources => ({ ...base, nowMs: room.clock.nowMs(), ...changes });
  const publisher = createPublisher({
    clock: room.clock,
    sources,
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
    const { room, publisher, pushed } = await publisherOver();
    publisher.changed();
    await settle();
    publisher.changed();
    await room.clock.advance(1_000);
    expect(pushed).toHaveLength(1);
  });

  it('numbers every view higher than the one before', async () => {
    const { room, publisher, pushed } = await publisherOver();
    publisher.changed();
    await settle();
    await room.requests.request(TRADER, ['TRADER_READ']);
    publisher.changed();
    await room.clock.advance(1_000);
    expect(pushed.map(({ version }) => version)).toEqual([1, 2]);
  });

  it('pushes the first change at once, then at most every tenth of a second, and the last one', async () => {
    const { room, publisher, pushed } = await publisherOver();
    const counts: number[] = [];
    for (let request = 0; request < 10; request += 1) {
      await room.requests.request(TRADER, ['TRADER_READ']);
      publisher.changed();
      await settle();
      counts.push(pushed.length);
      await room.clock.advance(19);
    }
    expect(counts[0]).toBe(1);
    expect(counts.at(-1)).toBe(2);
    await room.clock.advance(100);
    expect(pushed).toHaveLength(3);
    expect(pushed.at(-1)?.credentials[0]?.tokens).toHaveLength(10);
  });

  it('keeps the view of a token that did not change', async () => {
    const { room, publisher } = await publisherOver();
    await room.requests.request(TRADER, ['TRADER_READ']);
    const first = publisher.current().credentials[0]?.tokens[0];
    await room.requests.request(TRADER, ['TRADER_TRADE']);
    expect(publisher.current().credentials[0]?.tokens[1]).toBe(first);
  });

  it('shows anew what time alone changed', async () => {
    const { room, publisher } = await publisherOver();
    await room.requests.request(TRADER, ['TRADER_READ']);
    const stateNow = (): unknown => publisher.current().credentials[0]?.tokens[0]?.state;
    expect(stateNow()).toBe('active');
    await room.clock.advance(3_600_000);
    expect(stateNow()).toBe('expired');
  });

  it('offers to revoke what a stop would count, also while an arrived token is being saved', async () => {
    const { room, publisher } = await publisherOver();
    const change = room.vault.change.bind(room.vault);
    const seen: [offered: number, counted: number][] = [];
    vi.spyOn(room.vault, 'change').mockImplementation(async (edit) => {
      const tokens = publisher.current().credentials.flatMap((each) => each.tokens);
      const offered = tokens.filter(({ can }) => can.revoke).length;
      seen.push([offered, room.stops.preview({ kind: 'all' }).revocable]);
      return await change(edit);
    });
    await room.requests.request(TRADER, ['TRADER_READ']);
    // Before the request is written down, and before its answer is.
    expect(seen).toEqual([
      [0, 0],
      [0, 0],
    ]);
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
      keeper: { state: 'locked', failure: null, unproven: 0, leases: null },
    });
    expect(publisher.current()).toMatchObject({ credentials: [], environments: [] });
  });
});
