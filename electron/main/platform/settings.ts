// Preferences, and nothing else, in electron-store: theme, what protects, window bounds.
// Never the vault: on a full disk this store truncates its file and reports success (docs/reliability.md).
import path from 'node:path';
import { app, ipcMain, nativeTheme } from 'electron';
import Store from 'electron-store';
import type { Settings } from '../ipc/handler-parts.ts';
import {
  dropOversized,
  keepPreferences,
  type KeptPreferences,
  type WindowBounds,
} from './kept-preferences.ts';

export interface Preferences extends Settings {
  readonly windowBounds: () => WindowBounds;
  readonly saveWindowBounds: (bounds: WindowBounds) => void;
}

export function createPreferences(): Preferences {
  dropOversized(path.join(app.getPath('userData'), 'preferences.json'));
  // Without defaults of its own, which it would write at the start: a disk may be full then.
  const store = new Store<Partial<KeptPreferences>>({
    name: 'preferences',
    clearInvalidConfig: true,
    configFileMode: 0o600,
  });
  // SECURITY(S04): the store opens a channel of its own; the contract's channels are the only ones.
  ipcMain.removeAllListeners('electron-store-get-data');
  const kept = keepPreferences({
    read: () => store.store,
    write: (change) => store.set(change),
  });
  nativeTheme.themeSource = kept.now().theme;
  return {
    current: () => {
      const { window: _bounds, ...settings } = kept.now();
      return settings;
    },
    change(change) {
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      const changed = kept.change(Object.fromEntries(given));
      nativeTheme.themeSource = kept.now().theme;
      return changed;
    },
    windowBounds: () => kept.now().window,
    saveWindowBounds({ width, height, place, maximized }) {
      const window = {
        width: Math.round(width),
        height: Math.round(height),
        place: place && { x: Math.round(place.x), y: Math.round(place.y) },
        maximized,
      };
      // Not worth a word where the disk takes nothing.
      kept.change({ window });
    },
  };
}
