// Electron's ipcMain behind the small port that serve-contract needs: the event object goes no further.
import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent } from 'electron';
import type { IpcServer } from '../ipc/serve-contract.ts';
import type { Sender } from '../ipc/sender-policy.ts';

export function senderOf(event: IpcMainEvent | IpcMainInvokeEvent): Sender {
  const frame = event.senderFrame;
  return {
    webContentsId: event.sender.id,
    frame: frame === null ? null : { url: frame.url, isMainFrame: frame.parent === null },
  };
}

export const electronIpc: IpcServer = {
  handle(channel, listener) {
    ipcMain.handle(
      channel,
      async (event, input: unknown) => await listener(senderOf(event), input),
    );
  },
};
