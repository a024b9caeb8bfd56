// Which IPC channels the main process listens on, for comparing with the contract.
import type { ElectronApplication } from '@playwright/test';

export interface ChannelInventory {
  readonly handlers: readonly string[];
  readonly listeners: readonly string[];
}

export const registeredChannels = (app: ElectronApplication): Promise<ChannelInventory> =>
  app.evaluate(({ ipcMain }) => {
    // Private in Electron, and the only place where handlers are kept; the stand-in has the same name.
    const { _invokeHandlers: handlers } = ipcMain as unknown as {
      _invokeHandlers: Map<string, unknown>;
    };
    return {
      handlers: [...handlers.keys()].toSorted(),
      // Electron itself listens on `error`.
      listeners: ipcMain
        .eventNames()
        .map(String)
        .filter((name) => name !== 'error')
        .toSorted(),
    };
  });
