// The one snapshot that main pushes: kept as it came, an older version ignored. Nothing is derived or
// added here, and nothing of it is ever written anywhere.
import type { Bridge } from '../../electron/shared/ipc-contract.ts';
import type { AppView } from '../../electron/shared/views.ts';
import { createStore, type Store } from '../state/create-store.ts';

export interface AppViewStore extends Store<AppView | null> {
  /** Starts listening; the answer stops. */
  readonly start: () => () => void;
}

export function createAppViewStore(
  bridge: Pick<Bridge, 'viewCurrent' | 'onViewChanged'>,
): AppViewStore {
  const store = createStore<AppView | null>(null);
  const take = (view: AppView): void =>
    store.change((held) => (held !== null && held.version >= view.version ? held : view));
  return {
    ...store,
    start() {
      const stop = bridge.onViewChanged(take);
      void bridge.viewCurrent().then((answer) => {
        if (answer.ok) take(answer.value);
      });
      return stop;
    },
  };
}
