// The lines of a connection between the command line and main, bounded on both sides.
import { LONGEST_LINE } from './protocol.ts';

/** What of a socket is needed. */
interface Connection {
  readonly on: (event: 'data' | 'close', heard: (bytes: Buffer) => void) => unknown;
  readonly destroy: () => unknown;
}

/** More that wait than anybody asks for: whoever says so much is heard no further. */
const MOST_WAITING = 2;

/** The next line each time; null once the connection has ended. SECURITY(S54): a line that never ends is its end. */
export function createLineReader(socket: Connection): () => Promise<string | null> {
  const waiting: string[] = [];
  let rest = Buffer.alloc(0);
  let ended = false;
  let tell = (): void => undefined;
  const isOver = (): boolean => ended;
  const end = (): void => {
    ended = true;
    tell();
  };
  socket.on('close', end);
  socket.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    for (let at = rest.indexOf(10); at >= 0 && at <= LONGEST_LINE; at = rest.indexOf(10)) {
      waiting.push(rest.toString('utf8', 0, at));
      rest = rest.subarray(at + 1);
    }
    if (rest.length <= LONGEST_LINE && waiting.length <= MOST_WAITING) return tell();
    socket.destroy();
    return end();
  });
  return async () => {
    while (waiting.length === 0 && !isOver()) {
      await new Promise<void>((resolve) => {
        tell = resolve;
      });
    }
    return waiting.shift() ?? null;
  };
}
