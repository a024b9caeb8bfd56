// Reads a connection in slices: however much a server sends at once, other work of the process gets its
// turn in between.
import type { TLSSocket } from 'node:tls';

/**
 * Read in one turn of the event loop, half of a full TLS record. In chunks of one byte these are more than a
 * thousand pieces for the parser of HTTP/1.1, some milliseconds of work.
 */
export const BYTES_IN_A_TURN = 8 * 1024;
/** A server may send each byte in a record of its own, thousands of which come at once. */
const PIECES_IN_A_TURN = 64;

/** @param take owns the bytes that it is given. */
export function readPaced(socket: TLSSocket, take: (bytes: Buffer) => void): void {
  let taken = 0;
  let pieces = 0;
  socket.on('data', (bytes: Buffer) => {
    if (pieces === 0) {
      setImmediate(() => {
        [taken, pieces] = [0, 0];
        socket.resume();
      });
    }
    const left = BYTES_IN_A_TURN - taken;
    const now = bytes.length > left ? bytes.subarray(0, left) : bytes;
    taken += now.length;
    pieces += 1;
    if (taken >= BYTES_IN_A_TURN || pieces >= PIECES_IN_A_TURN) socket.pause();
    // Paused, the connection keeps the rest of a record for the next turn, before what comes behind it.
    if (now.length < bytes.length) socket.unshift(bytes.subarray(now.length));
    take(now);
  });
  // SECURITY(S15): what came while the socket was paused, and was not read before it was destroyed.
  socket.once('close', () => {
    // Flowing, a stream gives its pieces one by one; otherwise it would give a joined copy of them.
    socket.resume();
    for (let left = read(socket); left !== null; left = read(socket)) left.fill(0);
  });
}

/**
 * Ends the connection once everything that came with the bytes at hand is handed out.
 * SECURITY(S15): where a connection is destroyed by what its first bytes say, the TLS library has decrypted what
 * came behind them, and frees that memory without zeroing it.
 */
export function destroyOnceRead(socket: TLSSocket): void {
  setImmediate(() => socket.destroy());
}

const read = (socket: TLSSocket): Buffer | null => socket.read() as Buffer | null;
