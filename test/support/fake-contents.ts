// An app, a session and a page's contents of the fake Electron, locked down: for what is refused whatever
// asks. Electron's own behaviour behind them is shown where its binary is present.
import type { App, Session } from 'electron';
import { lockDownContents, lockDownSession } from '../../electron/main/windows/lockdown.ts';
import { createFakeElectron } from './fake-electron.ts';

export interface LockedDown {
  /** The handler that was set by a call of this name; throws where none was. */
  readonly handlers: { readonly get: (name: string) => (...args: unknown[]) => unknown };
  /** Emits an event; true when it was prevented. */
  readonly emit: (on: 'app' | 'session' | 'contents', event: string, ...args: unknown[]) => boolean;
}

export function lockedDown(): LockedDown {
  const fake = createFakeElectron();
  const { electron } = fake;
  const { app } = electron;
  const session = electron.session.defaultSession;
  lockDownContents(app as unknown as App);
  const contents = new electron.BrowserWindow().webContents;
  lockDownSession(session as unknown as Session);
  const emitters = { app, session, contents };
  return {
    handlers: {
      get: (name) =>
        fake.handed(
          name === 'setWindowOpenHandler' ? `contents ${contents.id}` : 'default session',
          name,
        ),
    },
    emit(on, event, ...args) {
      let prevented = false;
      const heard = emitters[on].emit(event, { preventDefault: () => (prevented = true) }, ...args);
      return heard && prevented;
    },
  };
}
