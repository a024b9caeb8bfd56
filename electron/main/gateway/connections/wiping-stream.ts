// What Node's HTTP clients hold in place of a TLS connection: a stream whose bytes go out alone, or joined
// here, and are zeroed once they left. Where several writes wait together on the connection itself, Node
// joins them in a buffer of its own, which is freed and never zeroed.
import { Duplex } from 'node:stream';
import { joinAndWipe } from '../../domain/wipeable-buffer.ts';

/** What bytes go to: a TLS connection. */
export interface Sink {
  readonly write: (bytes: Buffer, done: (error?: Error | null) => void) => unknown;
}

interface WipingStream {
  readonly stream: Duplex;
  /** How many writes the connection was given. */
  readonly writes: () => number;
  /** Hands bytes of the connection on, and zeroes them once the reader has copied them. */
  readonly receive: (bytes: Buffer) => void;
  /** Tells the reader that the connection has ended, and of what. */
  readonly end: (error?: Error) => void;
}

/**
 * The connection itself stays as it is, whatever becomes of the stream.
 * @param howMany `joined`: what waits together leaves together. `singly`: nothing leaves before the system
 * has taken what was written before it.
 */
export function createWipingStream(sink: Sink, howMany: 'joined' | 'singly'): WipingStream {
  let writes = 0;
  const send = (bytes: Buffer, done: (error?: Error | null) => void): void => {
    // node:http ends a request with a write of nothing.
    if (bytes.length === 0) return done();
    writes += 1;
    return void sink.write(bytes, (error) => {
      bytes.fill(0);
      done(error);
    });
  };
  const stream = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => send(chunk, done),
    ...(howMany === 'joined' && {
      writev: (chunks, done) => send(joinAndWipe(chunks.map(({ chunk }) => chunk as Buffer)), done),
    }),
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
    writes: () => writes,
    receive,
    end(error) {
      if (stream.destroyed) return;
      if (error === undefined) stream.push(null);
      else stream.destroy(error);
    },
  };
}
