// How many tokens the page may end before main asks. One press on a token needs no dialog: its bar has asked.
// A page that turned hostile can press as often as it likes, so after a few every further one is asked about,
// until the person says yes. Neither time nor a lock gives it more: a page can ask for a lock.

/** Tokens that may be revoked unasked since the app was started, or since the person said yes last. */
export const UNASKED_REVOCATIONS = 3;

interface RevokeAllowance {
  /** True: this one needs no question. It is counted. */
  readonly take: () => boolean;
  /** The person said yes to main. */
  readonly renew: () => void;
}

export function createRevokeAllowance(): RevokeAllowance {
  let used = 0;
  return {
    take() {
      if (used >= UNASKED_REVOCATIONS) return false;
      used += 1;
      return true;
    },
    renew() {
      used = 0;
    },
  };
}
