// Hides what a server repeats of a secret or token before its words go anywhere (case 37): as it is,
// percent- or form-encoded, base64 at any alignment, hexadecimal, and in parts. On bytes, which can be
// wiped; only what is left after it may become a string (R12).
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { wipeableBuffer } from '../domain/wipeable-buffer.ts';
import { formsOf, percentDecoded } from './echo-forms.ts';

export const MASK = '[masked]';
const MASK_BYTES = Buffer.from(MASK);
const STAR = 0x2a;

/** Runs of a secret shorter than this also occur in innocent text. */
export const PART_BYTES = 10;
const KEY_BYTES = 4;
const SLOT_BITS = 14;

/** Bytes of the shortest run that would be hidden; what is shorter need not be looked at. */
export const shortestEcho = (secrets: readonly SecretBytes[]): number =>
  Math.min(PART_BYTES, ...secrets.map(({ length }) => length));

/** A copy with `[masked]` in place of every echo; the caller wipes both. */
export function maskEchoes(bytes: Buffer, secrets: readonly SecretBytes[]): Buffer {
  const hidden = echoesIn(bytes, secrets);
  const masked = wipeableBuffer(bytes.length * MASK_BYTES.length);
  let length = 0;
  for (let at = 0; at < bytes.length;) {
    const isHidden = hidden[at] === 1;
    let end = at;
    while (end < bytes.length && (hidden[end] === 1) === isHidden) end += 1;
    length += (isHidden ? MASK_BYTES : bytes.subarray(at, end)).copy(masked, length);
    at = end;
  }
  return masked.subarray(0, length);
}

/** Writes stars over every echo, in place: no byte moves. Answers whether there were any. */
export function coverEchoes(bytes: Buffer, secrets: readonly SecretBytes[]): boolean {
  const hidden = echoesIn(bytes, secrets);
  const first = hidden.indexOf(1);
  for (let at = first; at !== -1; at = hidden.indexOf(1, at + 1)) bytes[at] = STAR;
  return first !== -1;
}

/** 1 for each byte that belongs to an echo. */
function echoesIn(bytes: Buffer, secrets: readonly SecretBytes[]): Uint8Array {
  const hidden = new Uint8Array(bytes.length);
  for (const secret of secrets) {
    if (secret.length > 0 && bytes.length > 0) mark(bytes, secret, hidden);
  }
  return hidden;
}

/** Of one secret: its forms, and a table that spares a comparison at nearly every place. */
interface Sought {
  readonly forms: readonly Buffer[];
  readonly mayBegin: Uint8Array;
}

/** Empty between two searches: a table of its own for each would be the dearest part of it. */
const mayBegin = new Uint8Array(new ArrayBuffer(1 << SLOT_BITS));

function mark(bytes: Buffer, secret: SecretBytes, hidden: Uint8Array): void {
  // One secret is looked for in the answers of a whole run.
  const sought: Sought = { forms: secret.derived(formsOf), mayBegin };
  for (const form of sought.forms) markBeginnings(form);
  markForms(bytes, sought, hidden);
  // Undone once and twice.
  for (const isForm of [false, true]) {
    markDecoded(bytes, isForm, hidden, (once, hiddenOnce) => {
      markForms(once, sought, hiddenOnce);
      markDecoded(once, isForm, hiddenOnce, (twice, hiddenTwice) =>
        markForms(twice, sought, hiddenTwice),
      );
    });
  }
  sought.mayBegin.fill(0);
}

/** The first four bytes of each part. */
function markBeginnings(form: Buffer): void {
  let key = 0;
  const last = form.length - PART_BYTES + KEY_BYTES;
  for (let end = 0; end < last; end += 1) {
    key = (key << 8) | (form[end] ?? 0);
    if (end + 1 >= KEY_BYTES) mayBegin[slotOf(key)] = 1;
  }
}

function markDecoded(
  bytes: Buffer,
  isForm: boolean,
  hidden: Uint8Array,
  markIn: (decoded: Buffer, hidden: Uint8Array) => void,
): void {
  const decoded = percentDecoded(bytes, isForm);
  if (decoded === null) return;
  const found = new Uint8Array(decoded.bytes.length);
  markIn(decoded.bytes, found);
  decoded.bytes.fill(0);
  for (let at = found.indexOf(1); at !== -1; at = found.indexOf(1, at + 1)) {
    hidden.fill(1, decoded.from[at], decoded.from[at + 1]);
  }
}

/** A form shorter than a part counts as a whole alone; a longer one is found by its parts. */
function markForms(bytes: Buffer, { forms, mayBegin }: Sought, hidden: Uint8Array): void {
  for (const form of forms) {
    if (form.length >= PART_BYTES) continue;
    for (let at = bytes.indexOf(form); at !== -1; at = bytes.indexOf(form, at + 1)) {
      hidden.fill(1, at, at + form.length);
    }
  }
  let key = 0;
  for (let end = 0; end < bytes.length; end += 1) {
    key = (key << 8) | (bytes[end] ?? 0);
    if (mayBegin[slotOf(key)] === 0) continue;
    const at = end + 1 - KEY_BYTES;
    if (at < 0 || at + PART_BYTES > bytes.length) continue;
    const part = bytes.subarray(at, at + PART_BYTES);
    if (forms.some((form) => form.includes(part))) hidden.fill(1, at, at + PART_BYTES);
  }
}

function slotOf(key: number): number {
  return Math.imul(key, 0x9e_37_79_b1) >>> (32 - SLOT_BITS);
}
