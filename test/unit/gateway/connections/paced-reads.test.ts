// How much of a connection is read in one turn of the event loop.
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { readPaced } from '../../../../electron/main/gateway/connections/paced-reads.ts';

/** Pieces taken in each turn, of so many that are there already. */
async function takenByTurn(pieces: number, pieceBytes: number): Promise<readonly number[]> {
  const socket = new PassThrough({ highWaterMark: 2 ** 26 });
  for (let at = 0; at < pieces; at += 1) socket.write(Buffer.alloc(pieceBytes));
  const turns: number[] = [];
  let taken = 0;
  readPaced(socket as unknown as TLSSocket, () => (taken += 1));
  for (let all = 0; all < pieces; all += turns.at(-1) ?? 0) {
    await new Promise((resolve) => setImmediate(resolve));
    turns.push(taken);
    taken = 0;
  }
  return turns;
}

describe('a paced connection', () => {
  it('that sends each byte alone is read 64 pieces a turn at most', async () => {
    const turns = await takenByTurn(1_000, 1);
    expect(Math.max(...turns)).toBeLessThanOrEqual(64);
    expect(turns.reduce((sum, each) => sum + each, 0)).toBe(1_000);
  });

  it('that sends full records is read one of them a turn', async () => {
    expect(Math.max(...(await takenByTurn(20, 16_384)))).toBe(1);
  });

  it('leaves nothing of what came and was not read when it is destroyed', async () => {
    const socket = new Readable({ read: () => undefined });
    const pieces = Array.from({ length: 200 }, () => Buffer.from('a repeated secret'));
    const taken: Buffer[] = [];
    readPaced(socket as unknown as TLSSocket, (bytes) => taken.push(bytes));
    for (const piece of pieces) socket.push(piece);
    await new Promise((resolve) => process.nextTick(resolve));
    expect(taken.length).toBeLessThan(pieces.length);
    socket.destroy();
    await once(socket, 'close');
    const unread = pieces.filter((piece) => !taken.includes(piece));
    expect(unread.filter((piece) => piece.some((byte) => byte !== 0))).toEqual([]);
  });
});
