// What may stand in the preferences file, and what holds where it stands otherwise: each value that a
// hand or a program spoilt falls back to its default, and the others stay as the person chose them.
import * as v from 'valibot';
import { alertSettingsView } from '../../shared/protection-view.ts';
import { lockMinutes, themes, type Theme } from '../../shared/words.ts';
import { DEFAULT_ALERTS, type AlertSettings } from '../domain/alert-settings.ts';
import { SAFE_DEFAULTS, type ProtectionSettings } from '../domain/protection-settings.ts';

export interface WindowBounds {
  readonly width: number;
  readonly height: number;
}

export interface KeptPreferences extends ProtectionSettings {
  readonly theme: Theme;
  readonly keepInTray: boolean;
  readonly alerts: AlertSettings;
  readonly window: WindowBounds;
}

export const DEFAULT_PREFERENCES: KeptPreferences = {
  ...SAFE_DEFAULTS,
  theme: 'system',
  keepInTray: false,
  alerts: DEFAULT_ALERTS,
  window: { width: 1280, height: 800 },
};

const defaults = DEFAULT_PREFERENCES;
const edge = (least: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(10_000));

const kept = v.object({
  theme: v.fallback(v.picklist(themes), defaults.theme),
  copyTokens: v.fallback(v.boolean(), defaults.copyTokens),
  lockAfterMinutes: v.fallback(v.nullable(v.picklist(lockMinutes)), defaults.lockAfterMinutes),
  lockOnSuspend: v.fallback(v.boolean(), defaults.lockOnSuspend),
  lockOnScreenLock: v.fallback(v.boolean(), defaults.lockOnScreenLock),
  contentProtection: v.fallback(v.boolean(), defaults.contentProtection),
  revokeUnkeptAtLock: v.fallback(v.boolean(), defaults.revokeUnkeptAtLock),
  keepInTray: v.fallback(v.boolean(), defaults.keepInTray),
  alerts: v.fallback(alertSettingsView, defaults.alerts),
  window: v.fallback(v.object({ width: edge(400), height: edge(300) }), defaults.window),
});

/** `found` is the parsed file, of whatever shape. */
export function readPreferences(found: object): KeptPreferences {
  return v.parse(kept, { ...defaults, ...found });
}
