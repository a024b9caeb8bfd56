// The one view that main keeps up to date: asked for once, then patched in the order of the numbers.
// Where a number is missing, the whole is asked for anew; while nobody sees the window, nothing comes.
// A question that main refuses, fails at or leaves unanswered is asked again, and the window is told why.
// Nothing is derived or added here, and nothing of it is ever written anywhere.
import type { Bridge } from '../../electron/shared/ipc-contract.ts';
import type { ViewUpdate } from '../../electron/shared/view-update.ts';
import type { AppView } from '../../electron/shared/views.ts';
import type { Sight } from '../clock/ticker.ts';
import { createStore, type Store } from '../state/create-store.ts';
import { askUntilAnswered, windowAfter, type After, type NoAnswer } from './ask-until-answered.ts';
import { applyUpdate } from './view-patch.ts';

export interface AppViewStore extends Store<AppView | null> {
  /** Why main's view has been lacking for seconds; null while it is there or may still come. */
  readonly lacking: Store<NoAnswer | null>;
  /** Asks main for the whole view, whatever is held. */
  readonly askAgain: () => void;
  /** Starts listening; the answer stops. */
  readonly start: () => () => void;
}

export function createAppViewStore(
  bridge: Pick<Bridge, 'viewCurrent' | 'viewPause' | 'onViewChanged'>,
  sight: Sight,
  after: After = windowAfter,
): AppViewStore {
  const store = createStore<AppView | null>(null);
  const lacking = createStore<NoAnswer | null>(null);
  /** Came, and does not fit yet: a patch can overtake the whole view that it is for. */
  let waiting: readonly ViewUpdate[] = [];
  /** What is held is of no use to main's next answer. */
  let needsWhole = true;
  const question = askUntilAnswered({
    ask,
    after,
    lasting: (why) => lacking.change(() => why),
  });

  const heldVersion = (): number | null => store.current()?.version ?? null;

  function take(update: ViewUpdate): void {
    waiting = [...waiting, update];
    for (;;) {
      const held = heldVersion();
      waiting = waiting.filter(({ version }) => held === null || version > held);
      const next = waiting.find((each) => each.after === null || each.after === held);
      if (next === undefined) break;
      waiting = waiting.filter((each) => each !== next);
      const view = applyUpdate(store.current(), next);
      if (view === null) return askForWhole();
      if (next.after === null) needsWhole = false;
      store.change(() => view);
    }
    if (waiting.length > 0) askForWhole();
    return undefined;
  }

  function askForWhole(): void {
    needsWhole = true;
    if (!question.isAsking()) question.askNow();
  }

  async function ask(): Promise<NoAnswer | null> {
    const answer = await bridge.viewCurrent({ held: needsWhole ? null : heldVersion() });
    if (!answer.ok) return answer.failure.code === 'not_allowed' ? 'refused' : 'failed';
    const { after: patched, version } = answer.value;
    // The whole that is held already: nothing is lacking.
    if (patched === null && version === heldVersion()) needsWhole = false;
    take(answer.value);
    return needsWhole ? 'failed' : null;
  }

  function sightChanged(): void {
    // Even if an answer is on its way: main may have paused since it was asked.
    if (!sight.isHidden()) return question.askNow();
    // Unanswered it costs main some work; the window lacks nothing.
    bridge.viewPause().catch(() => undefined);
    return undefined;
  }

  return {
    ...store,
    lacking,
    askAgain() {
      needsWhole = true;
      question.askNow();
    },
    start() {
      const stops = [
        bridge.onViewChanged(take),
        sight.onShownChange(sightChanged),
        () => question.stop(),
      ];
      askForWhole();
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
