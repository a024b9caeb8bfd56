// Reads a connection in slices: however much a server sends at once, other work of the process gets its
// turn in between.
import type { TLSSocket } from 'node:tls';

/** Read in one turn of the event loop: what a TLS record has at most. */
const BYTES_IN_A_TURN = 16 * 1024;

/** @param take owns the bytes that it is given. */
export function readPaced(socket: TLSSocket, take: (bytes: Buffer) => void): void {
  let taken = 0;
  socket.on('data', (bytes: Buffer) => {
    if (taken === 0) {
      setImmediate(() => {
        taken = 0;
        socket.resume();
      });
    }
    taken += bytes.length;
    if (taken >= BYTES_IN_A_TURN) socket.pause();
    take(bytes);
  });
}
