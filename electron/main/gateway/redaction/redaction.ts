// Hides what a server repeats of a secret or token before its words go anywhere (case 37): as it is,
// percent- or form-encoded, in JSON escapes, base64 at any alignment, hexadecimal, and in parts. On bytes,
// which can be wiped; only what is left after it may become a string (R12). Linear in the bytes, whatever
// they are: whoever knows the token must not be able to write an answer that holds the event loop.
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import { wipeableBuffer } from '../../domain/wipeable-buffer.ts';
import { formsOf, percentDecoded, type Decoded } from './secret-encodings.ts';
import { escapesUndone } from '../responses/json-string.ts';
import { indexParts, PART_BYTES, partsIn, type PartIndex } from './part-index.ts';

export { PART_BYTES } from './part-index.ts';

/** What stands where something was hidden. */
export const MASK = '[masked]';
const MASK_BYTES = Buffer.from(MASK);
const STAR = 0x2a;

/** Bytes of the shortest run that would be hidden; what is shorter need not be looked at. */
export const shortestEcho = (secrets: readonly SecretBytes[]): number =>
  Math.min(PART_BYTES, ...secrets.map(({ length }) => length));

/** A copy with `[masked]` in place of every echo; the caller wipes both. */
export function redactSecrets(bytes: Buffer, secrets: readonly SecretBytes[]): Buffer {
  const hidden = repeatsIn(bytes, secrets);
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
export function redactRepeats(bytes: Buffer, secrets: readonly SecretBytes[]): boolean {
  if (bytes.length < shortestEcho(secrets)) return false;
  const hidden = repeatsIn(bytes, secrets);
  const first = hidden.indexOf(1);
  if (first === -1) return false;
  for (let at = first; at < bytes.length; at += 1) if (hidden[at] === 1) bytes[at] = STAR;
  return true;
}

/** 1 for each byte that belongs to an echo. */
function repeatsIn(bytes: Buffer, secrets: readonly SecretBytes[]): Uint8Array {
  const hidden = new Uint8Array(bytes.length);
  for (const secret of secrets) {
    if (secret.length > 0 && bytes.length > 0) mark(bytes, secret, hidden);
  }
  return hidden;
}

function mark(bytes: Buffer, secret: SecretBytes, hidden: Uint8Array): void {
  const sought = secret.derived(indexedForms);
  const readings = (text: Buffer, found: Uint8Array): void => {
    markForms(text, sought, found);
    // Undone once and twice.
    for (const isForm of [false, true]) {
      markDecoded(percentDecoded(text, isForm), found, (once, foundOnce) => {
        markForms(once, sought, foundOnce);
        for (const isFormAgain of [false, true]) {
          markDecoded(percentDecoded(once, isFormAgain), foundOnce, (twice, foundTwice) =>
            markForms(twice, sought, foundTwice),
          );
        }
      });
    }
  };
  readings(bytes, hidden);
  markDecoded(escapesUndone(bytes), hidden, readings);
}

/** The index of the parts of all long forms, then each form that is shorter than a part. */
function indexedForms(secret: Buffer): readonly Buffer[] {
  const forms = formsOf(secret);
  return [
    ...indexParts(forms.filter(({ length }) => length >= PART_BYTES)),
    ...forms.filter(({ length }) => length < PART_BYTES),
  ];
}

function markDecoded(
  decoded: Decoded | null,
  hidden: Uint8Array,
  markIn: (decoded: Buffer, hidden: Uint8Array) => void,
): void {
  if (decoded === null) return;
  const found = new Uint8Array(decoded.bytes.length);
  markIn(decoded.bytes, found);
  decoded.bytes.fill(0);
  const { from } = decoded;
  for (let at = found.indexOf(1); at >= 0 && at < found.length; at += 1) {
    if (found[at] !== 1) continue;
    for (let each = from[at] as number; each < (from[at + 1] as number); each += 1)
      hidden[each] = 1;
  }
}

/** A form shorter than a part counts as a whole alone; a longer one is found by its parts. */
function markForms(bytes: Buffer, sought: readonly Buffer[], hidden: Uint8Array): void {
  const [text, heads, next, ...short] = sought as readonly [Buffer, Buffer, Buffer, ...Buffer[]];
  for (const form of short) {
    for (let at = bytes.indexOf(form); at !== -1; at = bytes.indexOf(form, at + 1)) {
      hidden.fill(1, at, at + form.length);
    }
  }
  partsIn(bytes, [text, heads, next] satisfies PartIndex, hidden);
}
