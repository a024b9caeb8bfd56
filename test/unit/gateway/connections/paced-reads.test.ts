// How much of a connection is read in one turn of the event loop.
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import {
  BYTES_IN_A_TURN,
  readPaced,
} from '../../../../electron/main/gateway/connections/paced-reads.ts';

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

  it.each([16_384, 16_383, 5_000])(
    'that sends records of %i bytes is read in parts, all of it in its order',
    async (recordBytes) => {
      const sent = Buffer.alloc(20 * recordBytes).map((_, at) => at % 251);
      const socket = new PassThrough({ highWaterMark: 2 ** 26 });
      for (let at = 0; at < sent.length; at += recordBytes) {
        socket.write(Buffer.from(sent.subarray(at, at + recordBytes)));
      }
      const turns: number[] = [];
      const came: Buffer[] = [];
      let taken = 0;
      readPaced(socket as unknown as TLSSocket, (bytes) => {
        taken += bytes.length;
        came.push(Buffer.from(bytes));
        bytes.fill(0);
      });
      for (let all = 0; all < sent.length; all += turns.at(-1) ?? 0) {
        await new Promise((resolve) => setImmediate(resolve));
        turns.push(taken);
        taken = 0;
      }
      expect(Math.max(...turns)).toBeLessThanOrEqual(BYTES_IN_A_TURN);
      expect(Buffer.concat(came).equals(sent)).toBe(true);
    },
  );

  it('leaves nothing of the rest of a record when it is destroyed', async () => {
    const socket = new Readable({ read: () => undefined });
    const record = Buffer.alloc(2 * BYTES_IN_A_TURN, 'a repeated secret');
    const taken: number[] = [];
    readPaced(socket as unknown as TLSSocket, (bytes) => {
      taken.push(bytes.length);
      bytes.fill(0);
    });
    socket.push(record);
    await new Promise((resolve) => process.nextTick(resolve));
    expect(taken).toEqual([BYTES_IN_A_TURN]);
    socket.destroy();
    await once(socket, 'close');
    expect(record.every((byte) => byte === 0)).toBe(true);
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
