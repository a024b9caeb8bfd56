// The answer that carries a token to a program: its token stays bytes from the vault to the socket, and every copy is
// zeroed once it has been written, or cannot be. Never a string, which cannot be wiped.
import type { Writable } from 'node:stream';
import * as v from 'valibot';
import {
  answerLine,
  PROTOCOL_VERSION,
  type TokenResponse,
} from '../../shared/hand-out/protocol.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';

/** A token for one program. Whoever is given it wipes its text. */
export interface TokenAnswer {
  readonly text: SecretBytes;
  readonly rest: Omit<TokenResponse, 'access_token'>;
}

/** What a token is the answer to. */
type Saying = { readonly say: 'token' } | { readonly say: 'given'; readonly run: string };

/** @param leftMs of its life; null where its end is not known. */
export const tokenAnswer = (
  text: SecretBytes,
  leftMs: number | null,
  scopes: readonly string[] | null,
): TokenAnswer => ({
  text,
  rest: {
    token_type: 'Bearer',
    ...(leftMs === null ? {} : { expires_in: Math.max(0, Math.floor(leftMs / 1000)) }),
    ...(scopes === null ? {} : { scope: scopes.join(' ') }),
  },
});

/** Writes the line, and wipes it as well as the answer, also where the program is gone. */
export function sendToken(socket: Writable, saying: Saying, answer: TokenAnswer): void {
  // SECURITY(S55)
  try {
    if (socket.destroyed) return;
    const line = lineOf(saying, answer);
    const wipe = (): void => {
      line.fill(0);
      socket.off('close', wipe);
    };
    socket.on('close', wipe);
    socket.write(line, wipe);
  } finally {
    answer.text.wipe();
  }
}

/** Where the token goes. No text in JSON looks like this: its quotes have a backslash before them. */
const PLACE = '"access_token":"?"';
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTED = 0x20;
/** Bytes of `\u0022`. */
const LONGEST_ESCAPE = 6;

function lineOf(saying: Saying, { text, rest }: TokenAnswer): Buffer {
  const token = { access_token: '?', ...rest };
  const json = JSON.stringify(v.parse(answerLine, { v: PROTOCOL_VERSION, ...saying, token }));
  const place = json.indexOf(PLACE) + PLACE.indexOf('?');
  const head = Buffer.from(json.slice(0, place));
  const tail = Buffer.from(`${json.slice(place + 1)}\n`);
  return text.use((bytes) => {
    const most = head.length + LONGEST_ESCAPE * bytes.length + tail.length;
    // Outside of the JavaScript heap, as SecretBytes: nothing moves it.
    const line = Buffer.from(new ArrayBuffer(most));
    let length = head.copy(line);
    for (const byte of bytes) {
      // RFC 8259 section 7
      if (byte === QUOTE || byte === BACKSLASH || byte < FIRST_PRINTED) {
        length += line.write(`\\u${byte.toString(16).padStart(4, '0')}`, length);
      } else {
        length = line.writeUInt8(byte, length);
      }
    }
    length += tail.copy(line, length);
    return line.subarray(0, length);
  });
}
