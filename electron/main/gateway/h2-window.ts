// Flow control of HTTP/2 (RFC 9113 section 5.2): how much may still be sent, and how much was received
// and must be allowed anew.

/** Unless settings say otherwise; of a connection always at its beginning. */
export const WINDOW_BYTES = 65_535;
const MOST_BYTES = 2 ** 31 - 1;

export interface SendWindow {
  /** May be below zero once the other side has made windows smaller. */
  readonly left: () => number;
  readonly spend: (bytes: number) => void;
  /** False where that is more than a window may have. */
  readonly grow: (bytes: number) => boolean;
}

export function createSendWindow(bytes: number): SendWindow {
  let left = bytes;
  return {
    left: () => left,
    spend: (spent) => void (left -= spent),
    grow(more) {
      left += more;
      return left <= MOST_BYTES;
    },
  };
}

export interface ReceiveWindow {
  /** Bytes to allow anew, 0 while it is not worth saying; null where more came than was allowed. */
  readonly take: (bytes: number) => number | null;
}

/** What is received is read at once, so that all of it may be allowed anew. */
export function createReceiveWindow(): ReceiveWindow {
  let left = WINDOW_BYTES;
  return {
    take(bytes) {
      left -= bytes;
      if (left < 0) return null;
      if (left > WINDOW_BYTES / 2) return 0;
      const more = WINDOW_BYTES - left;
      left = WINDOW_BYTES;
      return more;
    },
  };
}
