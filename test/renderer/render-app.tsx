// Renders the whole app on a fake bridge and a clock the test moves.
import { act, render } from '@testing-library/react';
import { App } from '../../renderer/app/App.tsx';
import { createAppViewStore } from '../../renderer/bridge/app-view-store.ts';
import { createCalls } from '../../renderer/bridge/call.ts';
import { createTicker, type Ticker } from '../../renderer/clock/ticker.ts';
import { createFocusPoints } from '../../renderer/state/focus.ts';
import { AppProvider, type AppServices } from '../../renderer/state/app-context.tsx';
import { createFeedbackStore } from '../../renderer/bridge/feedback.ts';
import { createWindowStore } from '../../renderer/state/window-state.ts';
import type { AppView } from '../../electron/shared/views.ts';
import { settle } from '../support/fake-clock.ts';
import { createFakeBridge, type FakeBridge } from './fake-bridge.ts';

/** A clock moved by hand; timers fire when their time is reached. */
export function createHandClock(startMs: number) {
  let awakeMs = 0;
  let wallMs = startMs;
  const nowMs = (): number => wallMs + awakeMs;
  let timers: { atMs: number; run: () => void }[] = [];
  let hidden = false;
  let onShown: () => void = () => {};
  const fired: number[] = [];
  return {
    fired,
    waiting: () => timers.length,
    nowMs,
    /** Moves the wall clock alone, as sleep or a correction does. */
    jump: (ms: number) => {
      wallMs += ms;
    },
    setHidden: (value: boolean) => {
      hidden = value;
      onShown();
    },
    advance: (ms: number) => {
      const end = awakeMs + ms;
      for (;;) {
        const next = timers.toSorted((a, b) => a.atMs - b.atMs)[0];
        if (next === undefined || next.atMs > end) break;
        timers = timers.filter((timer) => timer !== next);
        awakeMs = Math.max(awakeMs, next.atMs);
        fired.push(nowMs());
        next.run();
      }
      awakeMs = end;
    },
    ticker: (onJump?: () => void): Ticker =>
      createTicker({
        nowMs,
        ...(onJump && { onJump }),
        isHidden: () => hidden,
        onShownChange: (listener) => {
          onShown = listener;
          return () => {
            onShown = () => {};
          };
        },
        after: (delayMs, run) => {
          const timer = { atMs: awakeMs + delayMs, run };
          timers.push(timer);
          return () => {
            timers = timers.filter((each) => each !== timer);
          };
        },
      }),
  };
}

const alwaysSeen = { isHidden: () => false, onShownChange: () => () => {} };

export async function renderApp(
  view: AppView,
  replies: Parameters<typeof createFakeBridge>[1] = {},
  clock = createHandClock(view.nowMs),
): Promise<{ fake: FakeBridge; services: AppServices; clock: typeof clock }> {
  const fake = createFakeBridge(view, replies);
  const feedback = createFeedbackStore();
  const calls = createCalls(fake.bridge, feedback, clock.nowMs);
  const services: AppServices = {
    views: createAppViewStore(fake.bridge, alwaysSeen),
    window: createWindowStore(),
    feedback,
    ...calls,
    ticker: clock.ticker(() => void calls.quietly('clockSet')),
    focusPoints: createFocusPoints(),
  };
  services.views.start();
  // The parts in files of their own: there before the first render, as in a window that has stood a moment.
  await Promise.all([
    import('../../renderer/app/Unlocked.tsx'),
    import('../../renderer/app/Sheets.tsx'),
  ]);
  await act(async () => {
    render(
      <AppProvider services={services}>
        <App />
      </AppProvider>,
    );
    await Promise.resolve();
  });
  await act(settle);
  return { fake, services, clock };
}
