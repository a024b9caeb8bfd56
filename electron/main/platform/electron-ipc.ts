// Electron's ipcMain behind the small port that serve-contract needs: the event object goes no further.
import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent, type WebContents } from 'electron';
import type { IpcServer } from '../ipc/serve-contract.ts';
import type { Caller, Sender } from '../ipc/sender-policy.ts';

/** A page that is not committed by then never asked from within it. */
const COMMIT_LIMIT_MS = 2_000;

export function senderOf(event: IpcMainEvent | IpcMainInvokeEvent): Sender {
  const frame = event.senderFrame;
  return {
    webContentsId: event.sender.id,
    frame: frame === null ? null : { url: frame.url, isMainFrame: frame.parent === null },
  };
}

export const callerOf = (event: IpcMainInvokeEvent): Caller => ({
  sender: () => senderOf(event),
  committed: () => nextCommit(event.sender),
});

function nextCommit(contents: WebContents): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(limit);
      contents.off('did-navigate', done);
      contents.off('destroyed', done);
      resolve();
    };
    const limit = setTimeout(done, COMMIT_LIMIT_MS);
    contents.once('did-navigate', done);
    contents.once('destroyed', done);
  });
}

export const electronIpc: IpcServer = {
  handle(channel, listener) {
    ipcMain.handle(
      channel,
      async (event, input: unknown) => await listener(callerOf(event), input),
    );
  },
};
