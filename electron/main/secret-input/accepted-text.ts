// What is taken for a client secret, a token to inspect or a text to import, once it is in main: bounds, one line,
// nothing that an editor added. What is refused is wiped here.
import { isUtf8 } from 'node:buffer';
import { MAX_INSPECTED_BYTES, MAX_SECRET_BYTES } from '../../shared/unlock/entry-contract.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { MAX_FILE_BYTES } from './small-file.ts';

export type Accept = (taken: SecretBytes) => Result<SecretBytes>;

const upTo =
  (mostBytes: number, about: 'text' | 'token' | 'secret'): Accept =>
  (taken) => {
    const { length } = taken;
    if (length > 0 && length <= mostBytes) return ok(taken);
    taken.wipe();
    return fail(
      length === 0
        ? { code: 'invalid_input', facts: { about: 'nothing' } }
        : { code: 'too_large', facts: { about } },
    );
  };

/** As much as of a file. */
export const acceptedText = upTo(MAX_FILE_BYTES, 'text');
/** Looked at whatever it is, up to a bound. */
export const acceptedToken = upTo(MAX_INSPECTED_BYTES, 'token');

const shortEnough = upTo(MAX_SECRET_BYTES, 'secret');

export const accepted: Accept = (secret) => {
  const taken = shortEnough(secret);
  if (!taken.ok || secret.use(isOneLine)) return taken;
  secret.wipe();
  return fail({ code: 'invalid_input', facts: { about: 'lines' } });
};

/** Several lines are another file than was meant; UTF-16 holds a NUL in every letter. */
function isOneLine(bytes: Buffer): boolean {
  return isUtf8(bytes) && bytes.every((byte) => byte >= 0x20 || byte === 0x09);
}

/** Windows begins a text in UTF-8 with a mark that no editor shows and no server knows. */
export function withoutMark(bytes: Buffer): Buffer {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return hasMark ? bytes.subarray(3) : bytes;
}

/** Editors and `echo` end a line; no secret does. The cut-off bytes are zeroed by `take`'s source. */
export function withoutLineEnd(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 0x0a || bytes[end - 1] === 0x0d)) end -= 1;
  return bytes.subarray(0, end);
}
