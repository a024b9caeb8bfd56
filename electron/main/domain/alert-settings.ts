// When and how the person wants to be told by a notification while nobody looks at the window.
export interface AlertSettings {
  readonly on: boolean;
  /** Minutes before a token expires; empty: only once it has expired. */
  readonly minutesBefore: readonly number[];
  /** Days before a client secret is to be replaced. The first of them puts it into "Needs attention" as well. */
  readonly daysBefore: readonly number[];
  /** Minutes after midnight by the person's clock; null: no quiet hours. May run past midnight. */
  readonly quiet: { readonly from: number; readonly to: number } | null;
  /** Refusals, and tokens that work after they were revoked, are told in quiet hours too. */
  readonly urgentInQuiet: boolean;
  /** Leaves labels out: a notification may be readable on the lock screen. */
  readonly hideNames: boolean;
}

export const DEFAULT_ALERTS: AlertSettings = {
  on: true,
  minutesBefore: [15, 5],
  daysBefore: [30, 7, 1],
  quiet: null,
  urgentInQuiet: false,
  hideNames: false,
};

/** What is left out, or undefined, stays as it is. */
interface AlertChange {
  readonly on?: boolean | undefined;
  readonly minutesBefore?: readonly number[] | undefined;
  readonly daysBefore?: readonly number[] | undefined;
  readonly quiet?:
    | { readonly from?: number | undefined; readonly to?: number | undefined }
    | null
    | undefined;
  readonly urgentInQuiet?: boolean | undefined;
  readonly hideNames?: boolean | undefined;
}

/** One end of the quiet hours alone changes nothing where there are none. */
export function changedAlerts(now: AlertSettings, change: AlertChange): AlertSettings {
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
  change: NonNullable<AlertChange['quiet']> | null,
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
