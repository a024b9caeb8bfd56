// One request on its way over an HTTP/2 connection, and what its answer is told to: as much of the body
// leaves as both windows allow, the rest once they grow (RFC 9113 sections 5.2, 8.1).
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { wipeableCopy } from '../domain/wipeable-buffer.ts';
import { FRAME_BYTES, frameFlag, frameType, framesOf, type FrameParts } from './h2-frames.ts';
import type { Outbox } from './h2-outbox.ts';
import {
  createReceiveWindow,
  createSendWindow,
  type ReceiveWindow,
  type SendWindow,
} from './h2-window.ts';

export interface StreamEvents {
  /** Names and values in turn: informational, of the answer, or behind its body. Null: too large. */
  readonly onFields: (raw: readonly string[] | null) => void;
  /** Zeroed afterwards: whoever wants to keep it copies it. */
  readonly onData: (bytes: Buffer) => void;
  /** The answer is whole; `onClosed` follows. */
  readonly onEnd: () => void;
  /** Once, whatever came before: a code of RFC 9113 section 7, or null where the connection broke off. */
  readonly onClosed: (code: number | null) => void;
}

export interface H2Stream {
  /** Ends it alone; `onClosed` is called before this returns, unless it was before. */
  readonly reset: (code: number) => void;
}

export interface Stream {
  readonly id: number;
  readonly secrets: readonly SecretBytes[];
  readonly events: StreamEvents;
  readonly sendWindow: SendWindow;
  readonly receiveWindow: ReceiveWindow;
  /** Sends the head, and of the body what may leave. */
  readonly begin: (fields: Buffer) => void;
  readonly sendUnsent: () => void;
  readonly hasUnsent: () => boolean;
  readonly closed: (code: number | null) => void;
}

export interface StreamOptions {
  readonly id: number;
  readonly body: Buffer | null;
  readonly secrets: readonly SecretBytes[];
  readonly events: StreamEvents;
  readonly outbox: Outbox;
  readonly connectionWindow: SendWindow;
  readonly windowBytes: number;
}

export function createStream(options: StreamOptions): Stream {
  const { id, outbox, connectionWindow, events } = options;
  const sendWindow = createSendWindow(options.windowBytes);
  /** A copy of our own once something has to wait; what was sent of it is zeroed. */
  let unsent: Buffer | null = null;

  /** As much of `body` as may leave, and what is left of it then. */
  function pieces(body: Buffer | null): {
    readonly frames: FrameParts[];
    readonly left: Buffer | null;
  } {
    const frames: FrameParts[] = [];
    let left = body;
    while (left !== null) {
      const most = Math.min(FRAME_BYTES, connectionWindow.left(), sendWindow.left());
      if (left.length > 0 && most <= 0) break;
      const piece = left.subarray(0, most);
      connectionWindow.spend(piece.length);
      sendWindow.spend(piece.length);
      left = piece.length === left.length ? null : left.subarray(piece.length);
      frames.push([frameType.data, left === null ? frameFlag.endStream : 0, id, piece]);
    }
    return { frames, left };
  }

  function heads(fields: Buffer, isLast: boolean): FrameParts[] {
    const frames: FrameParts[] = [];
    for (let at = 0; at === 0 || at < fields.length; at += FRAME_BYTES) {
      const isWhole = at + FRAME_BYTES >= fields.length;
      const flags =
        (isWhole ? frameFlag.endHeaders : 0) | (at === 0 && isLast ? frameFlag.endStream : 0);
      const type = at === 0 ? frameType.headers : frameType.continuation;
      frames.push([type, flags, id, fields.subarray(at, at + FRAME_BYTES)]);
    }
    return frames;
  }

  function sendUnsent(): void {
    if (unsent === null) return;
    const { frames, left } = pieces(unsent);
    if (frames.length === 0) return;
    outbox.send(framesOf(frames));
    for (const [, , , piece] of frames) piece?.fill(0);
    unsent = left;
  }

  return {
    id,
    secrets: options.secrets,
    events,
    sendWindow,
    receiveWindow: createReceiveWindow(),
    begin(fields) {
      const { frames, left } = pieces(options.body);
      // One buffer for the outbox: hundreds of them wait in one turn.
      outbox.send(framesOf([...heads(fields, options.body === null), ...frames]));
      unsent = left === null ? null : wipeableCopy(left);
    },
    sendUnsent,
    hasUnsent: () => unsent !== null,
    closed(code) {
      unsent?.fill(0);
      unsent = null;
      events.onClosed(code);
    },
  };
}
