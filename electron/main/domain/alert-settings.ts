// When and how the person wants to be told by a notification while nobody looks at the window.
import type {
  AlertSettingsChange,
  AlertSettingsView,
} from '../../shared/protection/protection-view.ts';

export type AlertSettings = Readonly<AlertSettingsView>;

export const DEFAULT_ALERTS: AlertSettings = {
  on: true,
  minutesBefore: [15, 5],
  daysBefore: [30, 7, 1],
  quiet: null,
  urgentInQuiet: false,
  hideNames: false,
};

/** One end of the quiet hours alone changes nothing where there are none. */
export function changedAlerts(now: AlertSettings, change: AlertSettingsChange): AlertSettings {
  return {
    on: change.on ?? now.on,
    minutesBefore: change.minutesBefore ?? now.minutesBefore,
    daysBefore: change.daysBefore ?? now.daysBefore,
    quiet: change.quiet === undefined ? now.quiet : changedQuiet(now.quiet, change.quiet),
    urgentInQuiet: change.urgentInQuiet ?? now.urgentInQuiet,
    hideNames: change.hideNames ?? now.hideNames,
  };
}

function changedQuiet(
  now: AlertSettings['quiet'],
  change: NonNullable<AlertSettingsChange['quiet']> | null,
): AlertSettings['quiet'] {
  if (change === null) return null;
  const { from = now?.from, to = now?.to } = change;
  return from === undefined || to === undefined ? null : { from, to };
}

export function isQuiet({ quiet }: AlertSettings, nowMs: number): boolean {
  if (quiet === null || quiet.from === quiet.to) return false;
  const now = new Date(nowMs);
  const minute = now.getHours() * 60 + now.getMinutes();
  return quiet.from < quiet.to
    ? minute >= quiet.from && minute < quiet.to
    : minute >= quiet.from || minute < quiet.to;
}
