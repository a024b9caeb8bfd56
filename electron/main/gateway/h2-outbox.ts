// What leaves on an HTTP/2 connection: all frames of one turn of the loop in one write, one write at a
// time, zeroed once it left. Where several writes wait together, Node joins them in a buffer of its own,
// which is freed and never zeroed (measured).
import type { TLSSocket } from 'node:tls';
import { joinAndWipe } from '../domain/wipeable-buffer.ts';

export interface Outbox {
  /** Takes the bytes over. */
  readonly send: (bytes: Buffer) => void;
  /** Pieces that wait. */
  readonly waiting: () => number;
  /** What waits leaves at once if it can, then the connection ends. */
  readonly end: () => void;
  /** What waits is zeroed. */
  readonly discard: () => void;
}

export function createOutbox(socket: TLSSocket): Outbox {
  let parts: Buffer[] = [];
  let isWriting = false;
  let isDue = false;

  function flush(): void {
    isDue = false;
    if (isWriting || parts.length === 0) return;
    if (socket.destroyed) return discard();
    const joined = joinAndWipe(parts);
    parts = [];
    isWriting = true;
    socket.write(joined, () => {
      joined.fill(0);
      isWriting = false;
      flush();
    });
  }

  function discard(): void {
    for (const part of parts) part.fill(0);
    parts = [];
  }

  return {
    send(bytes) {
      parts.push(bytes);
      if (isDue) return;
      isDue = true;
      setImmediate(flush);
    },
    waiting: () => parts.length,
    end() {
      flush();
      discard();
      // What the system takes of it by then has left; a server that reads nothing is not waited for.
      setImmediate(() => socket.destroy());
    },
    discard,
  };
}
