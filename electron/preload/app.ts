// The app window's only way to main: one frozen method per call of the contract, one subscription per
// event. No event object, no channel name, no ipcRenderer reaches the page.
import { contextBridge, ipcRenderer } from 'electron';
import { callNames, channelOf, eventNames } from '../shared/ipc-channels.ts';

const calls = callNames.map(
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
