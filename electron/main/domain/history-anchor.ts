// Where the history stood when the vault was last saved: kept outside the history's own file, so that
// cutting its end off, or putting an older copy back, shows.
export interface HistoryAnchor {
  /** Names the sealed record that holds the key of the newest rows. */
  readonly keyId: string;
  /** Events so far. */
  readonly count: number;
  /** Chain value of the last of them, hex. */
  readonly head: string;
}
