// Preferences, and nothing else, in electron-store: theme, what protects, window bounds.
// Never the vault: on a full disk this store truncates its file and reports success (reliability.md).
import { ipcMain, nativeTheme } from 'electron';
import Store from 'electron-store';
import { lockMinutes, themes, type Theme } from '../../shared/words.ts';
import { DEFAULT_ALERTS, type AlertSettings } from '../domain/alert-settings.ts';
import { SAFE_DEFAULTS, type ProtectionSettings } from '../domain/protection-settings.ts';
import type { Settings } from '../ipc/handler-ports.ts';

export interface WindowBounds {
  readonly width: number;
  readonly height: number;
}

export interface Preferences extends Settings {
  readonly windowBounds: () => WindowBounds;
  readonly saveWindowBounds: (bounds: WindowBounds) => void;
}

interface Stored extends ProtectionSettings {
  readonly theme: Theme;
  readonly keepInTray: boolean;
  readonly alerts: AlertSettings;
  readonly window: WindowBounds;
}

const defaults: Stored = {
  ...SAFE_DEFAULTS,
  theme: 'system',
  keepInTray: false,
  alerts: DEFAULT_ALERTS,
  window: { width: 1280, height: 800 },
};

export function createPreferences(): Preferences {
  const store = new Store<Stored>({
    name: 'preferences',
    defaults,
    clearInvalidConfig: true,
    configFileMode: 0o600,
    schema: {
      theme: { type: 'string', enum: [...themes] },
      copyTokens: { type: 'boolean' },
      lockAfterMinutes: { enum: [...lockMinutes, null] },
      lockOnSuspend: { type: 'boolean' },
      lockOnScreenLock: { type: 'boolean' },
      contentProtection: { type: 'boolean' },
      revokeUnkeptAtLock: { type: 'boolean' },
      keepInTray: { type: 'boolean' },
      alerts: {
        type: 'object',
        properties: {
          on: { type: 'boolean' },
          minutesBefore: {
            type: 'array',
            maxItems: 8,
            items: { type: 'integer', minimum: 1, maximum: 1_440 },
          },
          quiet: {
            type: ['object', 'null'],
            properties: {
              from: { type: 'integer', minimum: 0, maximum: 1_439 },
              to: { type: 'integer', minimum: 0, maximum: 1_439 },
            },
            required: ['from', 'to'],
          },
          urgentInQuiet: { type: 'boolean' },
          hideNames: { type: 'boolean' },
        },
        required: ['on', 'minutesBefore', 'quiet', 'urgentInQuiet', 'hideNames'],
      },
      window: {
        type: 'object',
        properties: {
          width: { type: 'integer', minimum: 400, maximum: 10_000 },
          height: { type: 'integer', minimum: 300, maximum: 10_000 },
        },
      },
    },
  });
  // SECURITY(S04): the store opens a channel of its own; the contract's channels are the only ones.
  ipcMain.removeAllListeners('electron-store-get-data');
  const copy = (): Stored => ({ ...defaults, ...store.store });
  let now = copy();
  nativeTheme.themeSource = now.theme;
  return {
    current: () => {
      const { window: _bounds, ...settings } = now;
      return settings;
    },
    change(change) {
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      store.set(Object.fromEntries(given) as Partial<Stored>);
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
