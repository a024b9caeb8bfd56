// S55: what carries a token to a program leaves nothing of it in memory, whether it was written or not.
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { sendToken, tokenAnswer } from '../../../electron/main/hand-out/token-answer.ts';
import { answerLine, readLine } from '../../../electron/shared/hand-out/protocol.ts';

const TOKEN = String.raw`a"b\c/~"access_token":"?"`;
const answer = (leftMs: number | null = 59_999) =>
  tokenAnswer(SecretBytes.take(Buffer.from(TOKEN)), leftMs, ['TRADER_READ', 'TRADER_TRADE']);

interface Heard {
  readonly socket: Writable;
  /** The buffers themselves, and what they held as they were written. */
  readonly buffers: readonly Buffer[];
  readonly said: () => string;
  /** Ends the oldest write that is under way. */
  readonly written: (error?: Error) => void;
}

function listen(): Heard {
  const buffers: Buffer[] = [];
  const callbacks: ((error?: Error) => void)[] = [];
  let said = '';
  const socket = new Writable({
    write(chunk: Buffer, _encoding, callback) {
      buffers.push(chunk);
      callbacks.push(callback);
      said += chunk.toString();
    },
  });
  socket.on('error', () => undefined);
  const written = (error?: Error): void => callbacks.shift()?.(error);
  return { socket, buffers, said: () => said, written };
}

const isZero = (buffer: Buffer | undefined): boolean =>
  buffer !== undefined && buffer.length > TOKEN.length && buffer.every((byte) => byte === 0);
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the line that carries a token', () => {
  it('is the JSON that the command line reads, with a quote and a backslash in the token', () => {
    const { socket, said } = listen();
    sendToken(socket, { say: 'given', run: 'r"un' }, answer());
    expect(said().endsWith('}\n')).toBe(true);
    expect(readLine(answerLine, said().trimEnd())).toEqual({
      v: 1,
      say: 'given',
      run: 'r"un',
      token: {
        access_token: TOKEN,
        token_type: 'Bearer',
        expires_in: 59,
        scope: 'TRADER_READ TRADER_TRADE',
      },
    });
  });

  it('is one line whatever bytes the token has', () => {
    const { socket, said } = listen();
    const text = SecretBytes.take(Buffer.from('a\nb\u0001"é'));
    sendToken(socket, { say: 'token' }, tokenAnswer(text, null, null));
    expect(said().indexOf('\n')).toBe(said().length - 1);
    expect(readLine(answerLine, said().trimEnd())).toMatchObject({
      token: { access_token: 'a\nb\u0001"é', token_type: 'Bearer' },
    });
  });

  it('is zeroed once it is written, and not before', async () => {
    const { socket, buffers, written } = listen();
    const given = answer();
    sendToken(socket, { say: 'token' }, given);
    expect(given.text.wiped).toBe(true);
    await turn();
    expect(buffers.map(isZero)).toEqual([false]);
    written();
    await turn();
    expect(buffers.map(isZero)).toEqual([true]);
    expect(socket.listenerCount('close')).toBe(0);
  });

  it('is zeroed where its write fails', async () => {
    const { socket, buffers, written } = listen();
    sendToken(socket, { say: 'token' }, answer());
    written(new Error('EPIPE'));
    await turn();
    expect(buffers.map(isZero)).toEqual([true]);
  });

  it('is zeroed where the program goes before all was written', async () => {
    const { socket, buffers } = listen();
    sendToken(socket, { say: 'token' }, answer());
    socket.destroy();
    await turn();
    expect(buffers.map(isZero)).toEqual([true]);
  });

  it('is not made for a program that is gone, and its token is wiped', () => {
    const { socket, said } = listen();
    socket.destroy();
    const given = answer();
    sendToken(socket, { say: 'token' }, given);
    expect([said(), given.text.wiped]).toEqual(['', true]);
  });
});
