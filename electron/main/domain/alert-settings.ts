// When and how the person wants to be told by a notification while nobody looks at the window.
export interface AlertSettings {
  readonly on: boolean;
  /** Minutes before a token expires; empty: only once it has expired. */
  readonly minutesBefore: readonly number[];
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
  quiet: null,
  urgentInQuiet: false,
  hideNames: false,
};

export function isQuiet({ quiet }: AlertSettings, nowMs: number): boolean {
  if (quiet === null || quiet.from === quiet.to) return false;
  const now = new Date(nowMs);
  const minute = now.getHours() * 60 + now.getMinutes();
  return quiet.from < quiet.to
    ? minute >= quiet.from && minute < quiet.to
    : minute >= quiet.from || minute < quiet.to;
}
