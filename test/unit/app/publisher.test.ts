// A page that asked is told what changed: once for all that changed together, only when it differs, and
// never with a field the contract does not know. A page that nobody sees is told nothing.
import { describe, expect, it, vi } from 'vitest';
import type { ViewSources } from '../../../electron/main/app/shown-view.ts';
import type { ShownView } from '../../../electron/shared/views.ts';
import { createPublisher } from '../../../electron/main/app/publisher.ts';
import type { ViewUpdate } from '../../../electron/shared/view-update.ts';
import { applyUpdate } from '../../../renderer/bridge/app-view-store.ts';
import { settle } from '../../support/fake-clock.ts';
import { readWhole } from '../../support/shown-views.ts';
import { createTestSession, TRADER } from '../../support/test-session.ts';
import { NOTHING_TO_TELL } from '../../../electron/main/session/session-lifecycle.ts';
import { viewSources } from '../../support/view-sources.ts';

/** With a page that asked for the view, and applies what it is sent. */
async function publisherOver(changes: Partial<ViewSources> = {}) {
  const { publisher, ...rest } = await publisherAlone(changes);
  const page = { view: applyUpdate(null, publisher.follow(null)) };
  rest.onPush((update) => {
    page.view = applyUpdate(page.view, update) ?? page.view;
  });
  return { publisher, page, ...rest };
}

async function publisherAlone(changes: Partial<ViewSources> = {}) {
  const session = await createTestSession();
  const pushed: ViewUpdate[] = [];
  const shown: ShownView[] = [];
  /** What a push takes, and what all have taken. */
  const cost = { ms: 0, wholeMs: 0 };
  let listener: (update: ViewUpdate) => void = () => undefined;
  const sources = (): ViewSources => viewSources(session, session.clock.nowMs(), changes);
  const ports: Parameters<typeof createPublisher>[0] = {
    clock: { ...session.clock, monotonicMs: () => session.clock.monotonicMs() + cost.wholeMs },
    sources,
    show: (view) => shown.push(view),
    push(update) {
      pushed.push(update);
      cost.wholeMs += cost.ms;
      listener(update);
    },
  };
  const publisher = createPublisher(ports);
  return {
    session,
    pushed,
    shown,
    /** What main would show a page that holds nothing, as it crosses. */
    now: () => readWhole(createPublisher({ ...ports, push: () => undefined }).follow(null)),
    cost,
    publisher,
    onPush(next: typeof listener) {
      listener = next;
    },
  };
}

/** A token more, and the time in which a page is told of it. */
async function changed({ session, publisher }: Awaited<ReturnType<typeof publisherAlone>>) {
  await session.requests.request(TRADER, ['TRADER_READ']);
  publisher.changed();
  await session.clock.advance(1_000);
}

describe('the publisher', () => {
  it('pushes once for everything that changed together', async () => {
    const { session, publisher, pushed } = await publisherOver();
    await session.requests.request(TRADER, ['TRADER_READ']);
    publisher.changed();
    publisher.changed();
    await settle();
    expect(pushed).toHaveLength(1);
  });

  it('pushes nothing when nothing differs', async () => {
    const { session, publisher, pushed } = await publisherOver();
    publisher.changed();
    await session.clock.advance(1_000);
    expect(pushed).toEqual([]);
  });

  it('numbers every view higher than the one before', async () => {
    const desk = await publisherOver();
    for (let request = 0; request < 2; request += 1) await changed(desk);
    expect(desk.pushed.map(({ version, after }) => [after, version])).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });

  it('pushes the first change at once, then at most every tenth of a second, and the last one', async () => {
    const { session, publisher, pushed, page } = await publisherOver();
    const counts: number[] = [];
    for (let request = 0; request < 10; request += 1) {
      await session.requests.request(TRADER, ['TRADER_READ']);
      publisher.changed();
      await settle();
      counts.push(pushed.length);
      await session.clock.advance(19);
    }
    expect(counts[0]).toBe(1);
    expect(counts.at(-1)).toBe(2);
    await session.clock.advance(100);
    expect(pushed).toHaveLength(3);
    expect(page.view?.credentials[0]?.tokens).toHaveLength(10);
  });

  it.each([
    { costMs: 50, gapMs: 400 },
    { costMs: 200, gapMs: 1_600 },
    { costMs: 1_000, gapMs: 2_000 },
    { costMs: 60_000, gapMs: 2_000 },
  ])('leaves $gapMs ms after a push that took $costMs ms', async ({ costMs, gapMs }) => {
    const { session, publisher, pushed, cost } = await publisherOver();
    cost.ms = costMs;
    const change = async (): Promise<void> => {
      await session.requests.request(TRADER, ['TRADER_READ']);
      publisher.changed();
      await settle();
    };
    await change();
    await change();
    await session.clock.advance(gapMs - 1);
    expect(pushed).toHaveLength(1);
    await session.clock.advance(1);
    expect(pushed).toHaveLength(2);
  });

  it('shows the end that was granted, and the sooner one once the wall clock was set back', async () => {
    const { session, now } = await publisherOver();
    await session.requests.request(TRADER, ['TRADER_READ']);
    const tokenNow = () => now().credentials[0]?.tokens[0];
    const { sentAtMs = 0, lifetimeSeconds, expiresAtMs = 0 } = tokenNow() ?? {};
    expect(expiresAtMs).toBe(sentAtMs + (lifetimeSeconds ?? 0) * 1_000);
    session.clock.setWall(session.clock.nowMs() - 3_600_000);
    expect(tokenNow()?.expiresAtMs).toBe((expiresAtMs ?? 0) - 3_600_000);
  });

  it('shows no longer propagation once the wall clock was set back', async () => {
    const { session, now } = await publisherOver();
    await session.requests.request(TRADER, ['TRADER_TRADE']);
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(10_000);
    const endsInMs = (): number => {
      const run = now().credentials[0]?.tokens[0]?.revocation;
      return (run?.propagationEndsAtMs ?? NaN) - session.clock.nowMs();
    };
    const acceptedAtMs = session.token().revocation?.acceptedAtMs ?? NaN;
    expect(endsInMs()).toBe(acceptedAtMs + 5 * 60_000 - session.clock.nowMs());
    const beforeMs = endsInMs();
    session.clock.setWall(session.clock.nowMs() - 3_600_000);
    expect(Math.abs(endsInMs() - beforeMs)).toBeLessThanOrEqual(1_000);
  });

  it('offers to revoke what a stop would count, also while an arrived token is being saved', async () => {
    const { session, now } = await publisherOver();
    const change = session.vault.change.bind(session.vault);
    const seen: [offered: number, counted: number][] = [];
    vi.spyOn(session.vault, 'change').mockImplementation(async (edit) => {
      const tokens = now().credentials.flatMap((each) => each.tokens);
      const offered = tokens.filter(({ can }) => can.revoke).length;
      seen.push([offered, session.stops.preview({ kind: 'all' }).revocable]);
      return await change(edit);
    });
    await session.requests.request(TRADER, ['TRADER_READ']);
    // Before the request is written down, and before its answer is.
    expect(seen).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it('shows no credential and no token while the vault is locked', async () => {
    const { now } = await publisherOver({
      services: null,
      vaultSession: {
        state: 'locked',
        failure: null,
        ...NOTHING_TO_TELL,
      },
    });
    expect(now()).toMatchObject({ credentials: [], environments: [] });
  });
});

describe('a page that follows', () => {
  it('holds what main would show, after every push', async () => {
    const desk = await publisherOver();
    for (let turn = 0; turn < 5; turn += 1) {
      await changed(desk);
      expect(desk.page.view).toEqual({
        ...desk.now(),
        version: desk.page.view?.version,
        nowMs: desk.page.view?.nowMs,
      });
    }
  });

  it('is told nothing before it asks', async () => {
    const desk = await publisherAlone();
    desk.publisher.changed();
    await desk.session.clock.advance(1_000);
    expect(desk.pushed).toEqual([]);
  });

  it('is told nothing while nobody sees it, though main looks on', async () => {
    const desk = await publisherOver();
    desk.publisher.pause();
    await changed(desk);
    expect(desk.pushed).toEqual([]);
    expect(desk.shown.at(-1)?.credentials[0]?.tokens).toHaveLength(1);
  });

  it('gets one patch for all it missed while nobody saw it', async () => {
    const desk = await publisherOver();
    desk.publisher.pause();
    for (let turn = 0; turn < 3; turn += 1) await changed(desk);
    const update = desk.publisher.follow(desk.page.view?.version ?? null);
    expect(update.after).toBe(desk.page.view?.version);
    const seen = applyUpdate(desk.page.view, update);
    expect(seen?.credentials).toEqual(desk.now().credentials);
  });

  it('is told of changes again once it has asked', async () => {
    const desk = await publisherOver();
    desk.publisher.pause();
    desk.publisher.follow(desk.page.view?.version ?? null);
    await changed(desk);
    expect(desk.page.view?.credentials[0]?.tokens).toHaveLength(1);
  });

  it('gets the whole where it holds another view than it was given last', async () => {
    const desk = await publisherOver();
    const first = desk.page.view?.version ?? 0;
    await changed(desk);
    expect(desk.publisher.follow(first).after).toBeNull();
    expect(desk.publisher.follow(99).after).toBeNull();
  });

  it('gets the whole after the page before it is gone, whatever it says it holds', async () => {
    const desk = await publisherOver();
    desk.publisher.forget();
    await changed(desk);
    expect(desk.pushed).toEqual([]);
    expect(desk.publisher.follow(desk.page.view?.version ?? null).after).toBeNull();
  });
});
