// ipcMain: handlers, listeners and the error texts of Electron. Can write a trace of every message
// for leak searches (STANDIN_IPC_TRACE names the file, one JSON line a message).
import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import type { IpcMain, IpcMainInvokeEvent } from 'electron';

type Handler = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown;

class StandInIpcMain
  extends EventEmitter
  implements Pick<IpcMain, 'handle' | 'handleOnce' | 'removeHandler' | 'on' | 'once' | 'off'>
{
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

  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel);
      return handler(event, ...args);
    });
  }

  removeHandler(channel: string): void {
    this._invokeHandlers.delete(channel);
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

export interface TracedMessage {
  readonly direction: 'to-main' | 'to-page';
  readonly url: string;
  readonly channel: string;
  readonly data: string;
}

export function traceMessage(message: TracedMessage): void {
  const file = process.env['STANDIN_IPC_TRACE'];
  if (file) fs.appendFileSync(file, `${JSON.stringify(message)}\n`);
}
