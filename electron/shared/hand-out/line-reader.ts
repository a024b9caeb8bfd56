// The lines of a connection between the command line and main, bounded on both sides.
import { createLineCutter } from './protocol.ts';

/** What of a socket is needed. */
interface Connection {
  readonly on: (event: 'data' | 'close', heard: (bytes: Buffer) => void) => unknown;
  readonly destroy: () => unknown;
}

/** More that wait than anybody asks for: whoever says so much is heard no further. */
const MOST_WAITING = 2;

/** The next line each time; null once the connection has ended. SECURITY(S54): a line that never ends is its end. */
export function createLineReader(socket: Connection): () => Promise<string | null> {
  const cut = createLineCutter();
  const waiting: string[] = [];
  let ended = false;
  let tell = (): void => undefined;
  const isOver = (): boolean => ended;
  const end = (): void => {
    ended = true;
    tell();
  };
  socket.on('close', end);
  socket.on('data', (bytes: Buffer) => {
    const lines = cut(bytes);
    if (lines === 'too_long' || waiting.length + lines.length > MOST_WAITING) {
      socket.destroy();
      return end();
    }
    waiting.push(...lines);
    return tell();
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
