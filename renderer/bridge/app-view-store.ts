// The one view that main keeps up to date: asked for once, then patched in the order of the numbers.
// Where a number is missing, the whole is asked for anew; while nobody sees the window, nothing comes.
// Nothing is derived or added here, and nothing of it is ever written anywhere.
import type { Bridge } from '../../electron/shared/ipc-contract.ts';
import type { ViewUpdate } from '../../electron/shared/view-update.ts';
import type { AppView } from '../../electron/shared/views.ts';
import type { Sight } from '../clock/sight.ts';
import { createStore, type Store } from '../state/create-store.ts';
import { applyUpdate } from './view-patch.ts';

export interface AppViewStore extends Store<AppView | null> {
  /** Starts listening; the answer stops. */
  readonly start: () => () => void;
}

export function createAppViewStore(
  bridge: Pick<Bridge, 'viewCurrent' | 'viewPause' | 'onViewChanged'>,
  sight: Sight,
): AppViewStore {
  const store = createStore<AppView | null>(null);
  /** Came, and does not fit yet: a patch can overtake the whole view that it is for. */
  let waiting: readonly ViewUpdate[] = [];
  let asking = false;

  const heldVersion = (): number | null => store.current()?.version ?? null;

  function take(update: ViewUpdate): void {
    waiting = [...waiting, update];
    for (;;) {
      const held = heldVersion();
      waiting = waiting.filter(({ version }) => held === null || version > held);
      const next = waiting.find(({ after }) => after === null || after === held);
      if (next === undefined) break;
      waiting = waiting.filter((each) => each !== next);
      const view = applyUpdate(store.current(), next);
      if (view === null) return askForWhole();
      store.change(() => view);
    }
    if (waiting.length > 0) askForWhole();
    return undefined;
  }

  function askForWhole(): void {
    if (asking) return;
    asking = true;
    void ask(null);
  }

  async function ask(held: number | null): Promise<void> {
    const answer = await bridge.viewCurrent({ held }).finally(() => {
      asking = false;
    });
    if (answer.ok) take(answer.value);
    // The next push asks again.
    else waiting = [];
  }

  function sightChanged(): void {
    // Even if an answer is on its way: main may have paused since it was asked.
    if (sight.isHidden()) void bridge.viewPause();
    else void ask(heldVersion());
  }

  return {
    ...store,
    start() {
      const stops = [bridge.onViewChanged(take), sight.onShownChange(sightChanged)];
      askForWhole();
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
