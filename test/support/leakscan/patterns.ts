// Every form in which a secret could have been written down: the patterns of a leak search. Pure.

export interface Pattern {
  /** Whose secret and in which form: `passphrase: base64 at offset 1`. */
  readonly name: string;
  /** For searching texts; null for a form that only bytes can have. */
  readonly text: string | null;
  readonly bytes: Buffer;
}

/** Shorter secrets would be found by chance. */
const MIN_SECRET_BYTES = 8;
const MIN_PATTERN_BYTES = 8;

/** Throws where the secret is too short to be searched for without finding it by chance. */
export function patternsOf(label: string, secret: string): readonly Pattern[] {
  const utf8 = Buffer.from(secret, 'utf8');
  if (utf8.length < MIN_SECRET_BYTES) {
    throw new Error(
      `"${label}" is shorter than ${MIN_SECRET_BYTES} bytes and cannot be searched for`,
    );
  }
  const hex = utf8.toString('hex');
  const percent = encodeURIComponent(secret);
  const forms: [form: string, text: string][] = [
    ['plain', secret],
    ['hex', hex],
    ['upper-case hex', hex.toUpperCase()],
    ['percent-encoded', percent],
    ['lower-case percent-encoded', lowerCasePercent(percent)],
    ['wholly percent-encoded', hex.replace(/../g, '%$&').toUpperCase()],
    ['wholly percent-encoded, lower case', hex.replace(/../g, '%$&')],
    ['form-encoded', new URLSearchParams([['', secret]]).toString().slice(1)],
    ['JSON-escaped', JSON.stringify(secret).slice(1, -1)],
    ['JSON-escaped to ASCII', escapedToAscii(secret)],
    ['JSON in JSON', JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
  ];
  for (const offset of [0, 1, 2] as const) {
    const core = base64Core(utf8, offset);
    forms.push([`base64 at offset ${offset}`, core]);
    forms.push([`base64url at offset ${offset}`, core.replaceAll('+', '-').replaceAll('/', '_')]);
  }
  const patterns = forms.flatMap(([form, text]): Pattern[] => [
    { name: `${label}: ${form}`, text, bytes: Buffer.from(text, 'utf8') },
    { name: `${label}: ${form}, UTF-16`, text: null, bytes: Buffer.from(text, 'utf16le') },
  ]);
  return distinct(patterns).filter(({ bytes }) => bytes.length >= MIN_PATTERN_BYTES);
}

/**
 * The characters of the secret's base64 that do not depend on its neighbours, when `offset` bytes
 * (modulo 3) stand before it in the encoded whole. Each character holds six bits.
 */
function base64Core(secret: Buffer, offset: 0 | 1 | 2): string {
  const all = Buffer.concat([Buffer.alloc(offset), secret]).toString('base64');
  const firstOwn = Math.ceil((offset * 8) / 6);
  const whole = Math.floor(((offset + secret.length) * 8) / 6);
  return all.slice(firstOwn, whole);
}

const lowerCasePercent = (text: string): string =>
  text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

const escapedToAscii = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^\x20-\x7e]/g, (unit) => {
      const code = unit.charCodeAt(0).toString(16).padStart(4, '0');
      return String.raw`\u${code}`;
    });

function distinct(patterns: readonly Pattern[]): Pattern[] {
  const seen = new Set<string>();
  return patterns.filter(({ bytes }) => {
    const key = bytes.toString('latin1');
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
