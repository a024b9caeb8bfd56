// When to say that a token expires, for credentials with this tag, in place of the general rule.
export interface TagAlert {
  readonly tag: string;
  /** Minutes before the expiry, at most eight; empty: only once it has expired. */
  readonly minutesBefore: readonly number[];
}
