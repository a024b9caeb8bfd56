// ipcMain: handlers, listeners and the error texts of Electron.
import { EventEmitter } from 'node:events';
import type { IpcMainInvokeEvent } from 'electron';

type Handler = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown;

class StandInIpcMain extends EventEmitter {
  /** Named as in Electron, so that a test can list the channels in either host. */
  readonly _invokeHandlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this._invokeHandlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    if (typeof handler !== 'function') {
      throw new TypeError(`Expected handler to be a function, but found type '${typeof handler}'`);
    }
    this._invokeHandlers.set(channel, handler);
  }
}

export const ipcMain = new StandInIpcMain();
// As Electron does: a message on a channel named `error` must not end the process.
ipcMain.on('error', () => undefined);

/** Runs the handler of `channel`; what it throws is printed here and passed on. */
export async function invokeHandler(
  channel: string,
  event: IpcMainInvokeEvent,
  args: readonly unknown[],
): Promise<unknown> {
  const handler = ipcMain._invokeHandlers.get(channel);
  if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
  try {
    return await handler(event, ...args);
  } catch (error) {
    console.error(`Error occurred in handler for '${channel}':`, error);
    throw error;
  }
}
