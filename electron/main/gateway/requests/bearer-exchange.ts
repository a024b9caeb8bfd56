// Puts what authorizes a request into its head without ever making a string of it. node:http takes
// header values as strings only, so the head is built with a stand-in of the same length, which is
// exchanged for the bytes on their way into the TLS connection. Strings cannot be wiped (docs/design.md, "Processes").
import type { Duplex } from 'node:stream';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import { wipeableBuffer } from '../../domain/wipeable-buffer.ts';

/** The Authorization header of a request: an access token, or client credentials in base64. */
export interface Authorization {
  readonly scheme: 'Bearer' | 'Basic';
  readonly value: SecretBytes;
}

interface BearerExchange {
  /** The value for the Authorization header of the request. */
  readonly standIn: string;
  /** True once the secret bytes took the stand-in's place. Without that no answer means anything. */
  readonly done: () => boolean;
}

/** RFC 6750 section 2.1, RFC 7617 section 2. Works on the first write with the stand-in, once. */
export function exchangeBearer(socket: Duplex, { scheme, value }: Authorization): BearerExchange {
  const beginning = `${scheme} `;
  const standIn = beginning + '\u00b7'.repeat(value.length);
  const write = socket.write.bind(socket);
  let done = false;

  socket.write = (
    chunk: string | Uint8Array,
    encoding?: BufferEncoding | ((error?: Error | null) => void),
    callback?: (error?: Error | null) => void,
  ): boolean => {
    const after = typeof encoding === 'function' ? encoding : callback;
    if (done || typeof chunk !== 'string') {
      return typeof encoding === 'string' ? write(chunk, encoding, after) : write(chunk, after);
    }
    const at = chunk.indexOf(standIn);
    if (at === -1) return write(chunk, typeof encoding === 'string' ? encoding : 'latin1', after);
    const head = wipeableBuffer(chunk.length);
    head.write(chunk, 'latin1');
    value.use((bytes) => bytes.copy(head, at + beginning.length));
    done = true;
    return write(head, (error) => {
      head.fill(0);
      after?.(error);
    });
  };

  return { standIn, done: () => done };
}
