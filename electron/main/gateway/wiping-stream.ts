// What an HTTP library may hold in place of a TLS connection that is kept: a stream whose
// bytes go out alone, or joined here, and are zeroed once they left. Where several writes wait together,
// Node joins them in a buffer of its own, which is freed and never zeroed.
import { Duplex } from 'node:stream';
import { joinAndWipe } from '../domain/wipeable-buffer.ts';

/** What bytes go to: a TLS connection, or where nothing is to leave. */
export interface Sink {
  readonly write: (bytes: Buffer, done: (error?: Error | null) => void) => unknown;
}

export interface WipingStream {
  readonly stream: Duplex;
  /** True once something was written and all of it was handed to the system. */
  readonly hasSent: () => boolean;
  /** Hands bytes of the connection on, and zeroes them once the reader has copied them. */
  readonly receive: (bytes: Buffer) => void;
  /** Tells the reader that the connection has ended. */
  readonly end: () => void;
}

/** The connection itself stays as it is, whatever becomes of the stream. */
export function createWipingStream(sink: Sink): WipingStream {
  let writes = 0;
  let sent = 0;
  const send = (bytes: Buffer, done: (error?: Error | null) => void): void => {
    writes += 1;
    sink.write(bytes, (error) => {
      sent += 1;
      bytes.fill(0);
      done(error);
    });
  };
  const stream = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => send(chunk, done),
    writev: (chunks, done) => send(joinAndWipe(chunks.map(({ chunk }) => chunk as Buffer)), done),
  });
  // Whoever reads learns of the end by other ways; unhandled it would end the process.
  stream.on('error', () => undefined);
  function receive(bytes: Buffer): void {
    if (!stream.destroyed) stream.push(bytes);
    // SECURITY(S15): a flowing reader has copied them by now; another may still want them.
    if (stream.destroyed || stream.readableLength === 0) bytes.fill(0);
  }

  return {
    stream,
    hasSent: () => writes > 0 && sent === writes,
    receive,
    end() {
      if (!stream.destroyed) stream.push(null);
    },
  };
}
