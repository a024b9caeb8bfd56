// Hides what a server repeats of a secret or token before its words go anywhere (case 37): as it is,
// percent- or form-encoded, base64 at any alignment, hexadecimal, and in parts.
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { wipeableBuffer, wipeableCopy } from '../domain/wipeable-buffer.ts';

export const MASK = '[masked]';

/** Runs of a secret shorter than this also occur in innocent text. */
const PART_BYTES = 10;

// Encoded here byte by byte: Node encodes into strings only, and strings cannot be wiped (R12).
const SEXTETS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The text with every echo replaced; all of it where an echo cannot be told from the rest. */
export function maskEchoes(text: string, secrets: readonly SecretBytes[]): string {
  return secrets.reduce((masked, secret) => secret.use((bytes) => mask(masked, bytes)), text);
}

function mask(text: string, secret: Buffer): string {
  if (secret.length === 0 || text === '') return text;
  const bytes = Buffer.from(text, 'utf8');
  const hidden = new Uint8Array(bytes.length);
  for (const form of formsOf(secret)) {
    coverWhole(bytes, form, hidden);
    form.fill(0);
  }
  coverParts(bytes, secret, hidden);
  const covered = withMask(bytes, hidden);
  bytes.fill(0);
  return isEncodedIn(covered, secret) ? MASK : covered;
}

/** Encodings that survive a case-insensitive comparison are compared in both of their cases. */
function formsOf(secret: Buffer): Buffer[] {
  const aligned = [0, 1, 2].flatMap((shift) => base64Cores(secret, shift));
  return [
    wipeableCopy(secret),
    encodedHex(secret, '0123456789abcdef'),
    encodedHex(secret, '0123456789ABCDEF'),
    ...aligned,
  ].filter((form) => form.length > 0);
}

/** Base64 of the secret after `shift` unknown bytes, without the characters that depend on others. */
function base64Cores(secret: Buffer, shift: number): Buffer[] {
  const first = Math.ceil((shift * 8) / 6);
  const end = Math.floor(((shift + secret.length) * 8) / 6);
  const sextet = (index: number): number => {
    const bit = index * 6 - shift * 8;
    const at = Math.floor(bit / 8);
    const pair = ((secret[at] ?? 0) << 8) | (secret[at + 1] ?? 0);
    return (pair >> (10 - (bit - at * 8))) & 63;
  };
  // Two or three characters are no echo.
  if (end - first < 4) return [];
  return ['+/', '-_'].map((lastTwo) => {
    const core = wipeableBuffer(end - first);
    for (let at = 0; at < core.length; at += 1) {
      core[at] = `${SEXTETS}${lastTwo}`.charCodeAt(sextet(first + at));
    }
    return core;
  });
}

function encodedHex(bytes: Buffer, digits: string): Buffer {
  const text = wipeableBuffer(bytes.length * 2);
  for (const [at, byte] of bytes.entries()) {
    text[at * 2] = digits.charCodeAt(byte >> 4);
    text[at * 2 + 1] = digits.charCodeAt(byte & 15);
  }
  return text;
}

function coverWhole(bytes: Buffer, form: Buffer, hidden: Uint8Array): void {
  for (let at = bytes.indexOf(form); at !== -1; at = bytes.indexOf(form, at + 1)) {
    hidden.fill(1, at, at + form.length);
  }
}

function coverParts(bytes: Buffer, secret: Buffer, hidden: Uint8Array): void {
  for (let at = 0; at + PART_BYTES <= bytes.length; at += 1) {
    if (secret.includes(bytes.subarray(at, at + PART_BYTES))) hidden.fill(1, at, at + PART_BYTES);
  }
}

function withMask(bytes: Buffer, hidden: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const isHidden = hidden[at] === 1;
    let end = at;
    while (end < bytes.length && (hidden[end] === 1) === isHidden) end += 1;
    parts.push(isHidden ? MASK : bytes.toString('utf8', at, end));
    at = end;
  }
  return parts.join('');
}

/** Whether undoing percent- or form-encoding, once or twice, brings the secret to light. */
function isEncodedIn(text: string, secret: Buffer): boolean {
  return [false, true].some((isForm) => {
    let latin = Buffer.from(text, 'utf8').toString('latin1');
    return [1, 2].some(() => {
      latin = percentDecoded(isForm ? latin.replaceAll('+', ' ') : latin);
      return Buffer.from(latin, 'latin1').includes(secret);
    });
  });
}

/** `%XX` undone as far as it is well formed; one character a byte, in and out. */
function percentDecoded(latin: string): string {
  return latin.replaceAll(/%([0-9a-f]{2})/gi, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
