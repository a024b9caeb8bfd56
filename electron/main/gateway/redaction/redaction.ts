// Hides what a server repeats of a secret or token before its words go anywhere (case 37): as it is, percent- or
// form-encoded, in JSON escapes, in base64 at any alignment, in hexadecimal.
import type { SecretBytes } from '../../domain/secret-bytes.ts';

/** What stands where something was hidden. */
export const MASK = '[masked]';

/** A shorter run of a secret also occurs in innocent text. */
export const PART_BYTES = 10;
/** Fewer characters of base64 are no echo. */
const FEWEST_IN_BASE64 = 4;

/** Puts `[masked]` in place of every echo of what was sent. */
export type Mask = (text: string) => string;

/** @param secrets what an answer may repeat; one that is wiped already is left out. */
export function maskOf(secrets: readonly SecretBytes[]): Mask {
  const live = secrets.filter(({ wiped, length }) => !wiped && length > 0);
  const forms = live.flatMap((secret) => secret.use(echoesOf));
  const beginnings = Map.groupBy(
    forms.filter(({ length }) => length > PART_BYTES),
    (form) => form.slice(0, PART_BYTES),
  );
  return (text) => {
    let covered = forms.reduce((before, form) => before.replaceAll(form, MASK), text);
    for (const [begin, same] of beginnings) covered = withoutCut(covered, begin, same);
    return covered;
  };
}

/** Without what is left of forms that begin alike where a server cut one short. */
function withoutCut(text: string, begin: string, forms: readonly string[]): string {
  const [first = '', ...rest] = text.split(begin);
  return rest.reduce((covered, after) => {
    const lengths = forms.map((form) => commonLength(after, form.slice(begin.length)));
    return covered + MASK + after.slice(Math.max(...lengths));
  }, first);
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** Every form in which a server may repeat these bytes, each once, the longest first. */
export function echoesOf(bytes: Buffer): readonly string[] {
  const text = bytes.toString('utf8');
  const inForm = new URLSearchParams([['', text]]).toString().slice(1);
  const inAddress = encodeURIComponent(text.toWellFormed());
  const inJson = JSON.stringify(text).slice(1, -1);
  const hex = bytes.toString('hex');
  const everyByte = hex.toUpperCase().replaceAll(/../g, '%$&');
  const once = [inForm, inAddress, everyByte].flatMap((each) => [each, withSmallDigits(each)]);
  const percent = [...once, ...once.map((each) => each.replaceAll('%', '%25'))];
  const forms = new Set([
    text,
    ...percent,
    inJson,
    inJson.replaceAll('/', '\\/'),
    hex,
    hex.toUpperCase(),
    ...[0, 1, 2].flatMap((shift) => base64At(bytes, shift)),
  ]);
  return [...forms].filter((form) => form !== '').toSorted((a, b) => b.length - a.length);
}

const withSmallDigits = (encoded: string): string =>
  encoded.replaceAll(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase());

/** Base64 of the bytes behind `shift` unknown ones, without the characters that depend on others (RFC 4648). */
export function base64At(bytes: Buffer, shift: number): readonly string[] {
  const first = Math.ceil((shift * 8) / 6);
  const end = Math.floor(((shift + bytes.length) * 8) / 6);
  if (end - first < FEWEST_IN_BASE64) return [];
  const padded = Buffer.concat([Buffer.alloc(shift), bytes]);
  return (['base64', 'base64url'] as const).map((alphabet) =>
    padded.toString(alphabet).slice(first, end),
  );
}
