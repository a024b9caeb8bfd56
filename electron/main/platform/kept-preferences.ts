// What may stand in the preferences file, and what holds where it stands otherwise: each value that a
// hand or a program spoilt falls back to its default, and the others stay as the person chose them. A disk
// that takes nothing changes nothing, and is said.
import { rmSync, statSync } from 'node:fs';
import * as v from 'valibot';
import { settingsView, type SettingsView } from '../../shared/protection/protection-view.ts';
import { DEFAULT_ALERTS } from '../domain/alert-settings.ts';
import { SAFE_DEFAULTS } from '../domain/protection-settings.ts';
import { fail, ok, type Result } from '../domain/result.ts';

const edge = (least: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(50_000));

/** In device-independent pixels; of the window as it is when it is not maximised. */
const windowBounds = v.object({
  width: edge(400),
  height: edge(300),
  /** Null: never moved, or on a desktop that tells nobody. */
  place: v.nullable(v.object({ x: edge(-50_000), y: edge(-50_000) })),
  maximized: v.boolean(),
});
export type WindowBounds = Readonly<v.InferOutput<typeof windowBounds>>;

export type KeptPreferences = Readonly<SettingsView> & { readonly window: WindowBounds };

export const DEFAULT_PREFERENCES: KeptPreferences = {
  ...SAFE_DEFAULTS,
  theme: 'system',
  keepInTray: false,
  alerts: DEFAULT_ALERTS,
  panes: { sidebar: null, list: null },
  window: { width: 1280, height: 800, place: null, maximized: false },
};

const defaults = DEFAULT_PREFERENCES;
const settings = Object.entries(settingsView.entries).map(([name, schema]) => [
  name,
  v.fallback<v.GenericSchema, unknown>(schema, defaults[name as keyof SettingsView]),
]);
const kept = v.object({
  ...(Object.fromEntries(settings) as Record<string, v.GenericSchema>),
  window: v.fallback(windowBounds, defaults.window),
});

/** A file of this app has some hundred bytes. */
const MAX_FILE_BYTES = 16 * 1024;

/**
 * Removes a file that is too large to be ours, because the store would read the whole of it at each look; and
 * what is no file, such as a pipe, because the store would wait for it for ever.
 */
export function dropOversized(file: string): void {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts === undefined || facts.isDirectory()) return;
  if (!facts.isFile() || facts.size > MAX_FILE_BYTES) rmSync(file, { force: true });
}

/** `found` is the parsed file, of whatever shape. */
export function readPreferences(found: object): KeptPreferences {
  return v.parse(kept, { ...defaults, ...found }) as KeptPreferences;
}

/** Both functions throw what the file system says. */
export function keepPreferences(file: {
  readonly read: () => object;
  readonly write: (change: Partial<KeptPreferences>) => void;
}) {
  let now = readPreferences(file.read());
  return {
    now: () => now,
    /** `not_saved`: all is as it was. */
    change(change: Partial<KeptPreferences>): Result<void> {
      try {
        file.write(change);
      } catch (error) {
        // A bug must not pass for a bad disk.
        if (!(error instanceof Error && 'syscall' in error)) throw error;
        return fail({ code: 'not_saved', facts: { about: 'settings' } });
      }
      now = readPreferences(file.read());
      return ok();
    },
  };
}
