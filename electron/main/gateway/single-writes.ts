// Makes every write of a request reach the TLS connection alone. Where several wait together, Node
// joins them in a buffer of its own, which is freed and never zeroed (measured: a copy of the secret).
import type { Duplex } from 'node:stream';

type Done = (error?: Error | null) => void;

/** For one request on a connection of its own. */
export function writeSingly(socket: Duplex): void {
  const write = socket.write.bind(socket);
  // node:http corks around head, body and an empty last write.
  socket.cork = () => undefined;
  socket.write = (
    chunk: string | Uint8Array,
    encoding?: BufferEncoding | Done,
    callback?: Done,
  ): boolean => {
    const done = typeof encoding === 'function' ? encoding : callback;
    if (chunk.length === 0) {
      if (done !== undefined) queueMicrotask(() => done(null));
      return true;
    }
    return typeof encoding === 'string' ? write(chunk, encoding, done) : write(chunk, done);
  };
}
