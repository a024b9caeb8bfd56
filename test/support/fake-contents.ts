// An app, a session and a page's contents that remember which handlers they were given: for what is
// refused whatever asks. Electron's own behaviour behind them is shown where its binary is present.
import { EventEmitter } from 'node:events';
import type { App } from 'electron';
import { lockDownContents, lockDownSession } from '../../electron/main/windows/lockdown.ts';

type Handler = (...args: unknown[]) => unknown;

export interface LockedDown {
  readonly handlers: ReadonlyMap<string, Handler>;
  /** Emits an event; true when it was prevented. Answers of callbacks are kept in `answers`. */
  readonly emit: (on: 'app' | 'session' | 'contents', event: string, ...args: unknown[]) => boolean;
}

function remembering(handlers: Map<string, Handler>, ...names: readonly string[]) {
  const setter = (name: string) => [name, (handler: Handler) => handlers.set(name, handler)];
  return Object.assign(new EventEmitter(), Object.fromEntries(names.map(setter)));
}

export function lockedDown(): LockedDown {
  const handlers = new Map<string, Handler>();
  const app = new EventEmitter();
  const contents = remembering(handlers, 'setWindowOpenHandler');
  const session = remembering(
    handlers,
    'setPermissionRequestHandler',
    'setPermissionCheckHandler',
    'setDevicePermissionHandler',
    'setDisplayMediaRequestHandler',
    'setSpellCheckerEnabled',
  );
  lockDownContents(app as unknown as App);
  app.emit('web-contents-created', {}, contents);
  lockDownSession(session);
  const emitters = { app, session, contents };
  return {
    handlers,
    emit(on, event, ...args) {
      let prevented = false;
      const heard = emitters[on].emit(event, { preventDefault: () => (prevented = true) }, ...args);
      return heard && prevented;
    },
  };
}
