// Makes untrusted server text safe to show: plain, short, without secrets (cases 37, 38). Markup and
// control sequences are taken out, not escaped, so that no later reader can bring them back to life.
// Works on bytes until nothing is left to hide: a string cannot be wiped (R12).
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import { wipeableCopy } from '../../domain/wipeable-buffer.ts';
import { redactSecrets } from './redaction.ts';
import { withoutMarkup } from './plain-bytes.ts';

const MAX_WORDS = 300;
const MAX_LABEL = 64;
/** Read at most this much of a description: the rest could not be shown anyway. */
const MAX_READ_BYTES = 2_000;

/** One line of plain text of at most 300 characters, or null when nothing is left. UTF-8, only read. */
export function plainWords(said: Buffer, secrets: readonly SecretBytes[]): string | null {
  return maskedTwice(said, secrets, MAX_WORDS, withoutMarkup);
}

/** An error code as the server wrote it: printable ASCII, at most 64 characters; null otherwise. */
export function plainLabel(said: Buffer, secrets: readonly SecretBytes[]): string | null {
  return maskedTwice(said, secrets, MAX_LABEL, printableAscii);
}

/**
 * Masked before and after: taking something out may join the halves of a secret. Nothing is put in its
 * place, or a secret interspersed with it would stay legible and unmasked.
 */
function maskedTwice(
  said: Buffer,
  secrets: readonly SecretBytes[],
  max: number,
  strip: (bytes: Buffer) => Buffer,
): string | null {
  const read = redactSecrets(said.subarray(0, MAX_READ_BYTES), secrets);
  const stripped = strip(read);
  const shown = redactSecrets(stripped, secrets);
  const text = cut(shown.toString('utf8').trim(), max);
  for (const bytes of [read, stripped, shown]) bytes.fill(0);
  return text === '' ? null : text;
}

function printableAscii(bytes: Buffer): Buffer {
  const out = wipeableCopy(bytes);
  let length = 0;
  for (const byte of bytes) {
    if (byte >= 0x20 && byte <= 0x7e) length = out.writeUInt8(byte, length);
  }
  out.fill(0, length);
  return out.subarray(0, length);
}

/** Never ends in half of a character. */
function cut(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}
