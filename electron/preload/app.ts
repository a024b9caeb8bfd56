// The app window's only way to main: one frozen method per call of the contract, one subscription per
// event. No event object, no channel name, no ipcRenderer reaches the page.
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { channelOf, eventNames, type EventName } from '../shared/ipc-channels.ts';
import { watchDrops } from './drops.ts';

/** Written in by the build, from `pageCalls` of the contract: its schemas have no place in a preload. */
declare const PAGE_CALLS: readonly string[];

type Take = (payload: unknown) => void;

const call = (name: string, input?: unknown): Promise<unknown> =>
  ipcRenderer.invoke(channelOf(name), input);

function listen(name: EventName, take: Take): () => void {
  const relay = (_event: unknown, payload: unknown): void => take(payload);
  ipcRenderer.on(channelOf(name), relay);
  return () => {
    ipcRenderer.off(channelOf(name), relay);
  };
}

const calls = PAGE_CALLS.map((name) => [name, (input?: unknown) => call(name, input)] as const);

const subscriptions = eventNames.map((name) => {
  const subscribe = (take: Take): (() => void) => listen(name, take);
  return [`on${name.charAt(0).toUpperCase()}${name.slice(1)}`, subscribe] as const;
});

// SECURITY(S02): names of the contract alone; nothing here holds or forwards anything of Electron's.
contextBridge.exposeInMainWorld(
  'strongroom',
  Object.freeze(Object.fromEntries([...calls, ...subscriptions])),
);

// SECURITY(S05): nothing that is dropped navigates, and nothing of it is the page's.
watchDrops(window, {
  pathOf: (file) => webUtils.getPathForFile(file),
  hand(paths) {
    ipcRenderer.invoke(channelOf('secretScanDropped'), { paths }).catch(() => undefined);
  },
});
