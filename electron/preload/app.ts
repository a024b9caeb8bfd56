// The app window's only way to main: one frozen method per call of the contract, one subscription per
// event. No event object, no channel name, no ipcRenderer reaches the page.
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import {
  callNames,
  channelOf,
  eventNames,
  preloadCalls,
  type CallName,
} from '../shared/ipc-channels.ts';
import { watchDrops } from './drops.ts';

const ownCalls: ReadonlySet<CallName> = new Set(preloadCalls);
const pageCalls = callNames.filter((name) => !ownCalls.has(name));
const calls = pageCalls.map(
  (name) =>
    [
      name,
      (input?: unknown): Promise<unknown> => ipcRenderer.invoke(channelOf(name), input),
    ] as const,
);

const subscriptions = eventNames.map((name) => {
  const channel = channelOf(name);
  const subscribe = (listener: (payload: unknown) => void): (() => void) => {
    const relay = (_event: unknown, payload: unknown): void => listener(payload);
    ipcRenderer.on(channel, relay);
    return () => {
      ipcRenderer.off(channel, relay);
    };
  };
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
    ipcRenderer.invoke(channelOf('sightingsDropped'), { paths }).catch(() => undefined);
  },
});
