// S04: the channels are those of the contract. What main really listens on after boot is compared in
// test/journeys/security-processes.journey.ts; here, that only three files can open one at all.
import { describe, expect, it } from 'vitest';
import { channelOf } from '../../electron/shared/ipc-channels.ts';
import { callNames } from '../../electron/shared/ipc-contract.ts';
import { createContractServer } from '../support/contract-server.ts';
import { sourceFiles } from '../support/source-files.ts';

describe('channels', () => {
  it('of the app window are served once each, and no other', async () => {
    const { channels } = await createContractServer();
    expect(channels().toSorted()).toEqual(callNames.map(channelOf).toSorted());
  });

  it('are opened in three files', () => {
    const opening = sourceFiles('electron').filter(({ text }) => /\bipcMain\b/.test(text));
    expect(opening.map(({ name }) => name).toSorted()).toEqual([
      'electron/main/platform/electron-ipc.ts',
      'electron/main/platform/settings.ts',
      'electron/main/windows/entry-window.ts',
    ]);
  });

  it('end in preloads that hand on neither ipcRenderer nor an event', () => {
    for (const { text } of sourceFiles('electron/preload', 'electron/shared')) {
      expect(text).not.toMatch(/exposeInMainWorld\([^,]+,\s*ipcRenderer/);
      expect(text).not.toMatch(/listener\(\s*_?event/);
    }
  });
});
