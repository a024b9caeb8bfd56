// One request on its way over an HTTP/2 connection, and what its answer is told to: as much of the body
// leaves as both windows allow, the rest once they grow (RFC 9113 sections 5.2, 8.1).
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { joinAndWipe, wipeableCopy } from '../domain/wipeable-buffer.ts';
import { FRAME_BYTES, frameFlag, frameOf, frameType } from './h2-frames.ts';
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
  let unsent: Buffer | null = null;

  /** The next piece of the body; null where nothing may leave. */
  function nextPiece(body: Buffer): Buffer | null {
    const most = Math.min(FRAME_BYTES, connectionWindow.left(), sendWindow.left());
    if (body.length > 0 && most <= 0) return null;
    const piece = body.subarray(0, most);
    connectionWindow.spend(piece.length);
    sendWindow.spend(piece.length);
    unsent = piece.length === body.length ? null : body.subarray(piece.length);
    const frame = frameOf(frameType.data, unsent === null ? frameFlag.endStream : 0, id, piece);
    piece.fill(0);
    return frame;
  }

  function pieces(): Buffer[] {
    const frames: Buffer[] = [];
    while (unsent !== null) {
      const frame = nextPiece(unsent);
      if (frame === null) break;
      frames.push(frame);
    }
    return frames;
  }

  function heads(fields: Buffer): Buffer[] {
    const frames: Buffer[] = [];
    for (let at = 0; at === 0 || at < fields.length; at += FRAME_BYTES) {
      const isLast = at + FRAME_BYTES >= fields.length;
      const flags =
        (isLast ? frameFlag.endHeaders : 0) |
        (at === 0 && unsent === null ? frameFlag.endStream : 0);
      const type = at === 0 ? frameType.headers : frameType.continuation;
      frames.push(frameOf(type, flags, id, fields.subarray(at, at + FRAME_BYTES)));
    }
    return frames;
  }

  function sendUnsent(): void {
    for (const frame of pieces()) outbox.send(frame);
  }

  return {
    id,
    secrets: options.secrets,
    events,
    sendWindow,
    receiveWindow: createReceiveWindow(),
    begin(fields) {
      unsent = options.body === null ? null : wipeableCopy(options.body);
      // One piece for the outbox: hundreds of them wait in one turn.
      outbox.send(joinAndWipe([...heads(fields), ...pieces()]));
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
