// Preferences, and nothing else, in electron-store: theme, what protects, window bounds.
// Never the vault: on a full disk this store truncates its file and reports success (reliability.md).
import { ipcMain, nativeTheme } from 'electron';
import Store from 'electron-store';
import type { Settings } from '../ipc/handler-ports.ts';
import {
  DEFAULT_PREFERENCES,
  readPreferences,
  type KeptPreferences,
  type WindowBounds,
} from './kept-preferences.ts';

export interface Preferences extends Settings {
  readonly windowBounds: () => WindowBounds;
  readonly saveWindowBounds: (bounds: WindowBounds) => void;
}

export function createPreferences(): Preferences {
  const store = new Store<KeptPreferences>({
    name: 'preferences',
    defaults: DEFAULT_PREFERENCES,
    clearInvalidConfig: true,
    configFileMode: 0o600,
  });
  // SECURITY(S04): the store opens a channel of its own; the contract's channels are the only ones.
  ipcMain.removeAllListeners('electron-store-get-data');
  const copy = (): KeptPreferences => readPreferences(store.store);
  let now = copy();
  nativeTheme.themeSource = now.theme;
  return {
    current: () => {
      const { window: _bounds, ...settings } = now;
      return settings;
    },
    change(change) {
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      store.set(Object.fromEntries(given) as Partial<KeptPreferences>);
      now = copy();
      nativeTheme.themeSource = now.theme;
    },
    windowBounds: () => now.window,
    saveWindowBounds({ width, height }) {
      store.set('window', { width: Math.round(width), height: Math.round(height) });
      now = copy();
    },
  };
}
