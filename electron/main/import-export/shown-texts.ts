// Which texts of a file may be shown: a line without control and direction characters, as the forms take
// it, and the host and path of an address. What holds a secret of the same file is never turned into a
// string: people put values into wrong columns.
import { hidesSomething } from '../../shared/one-line.ts';
import type { FoundGroup } from './found-values.ts';
import { createHeldTexts } from './held-texts.ts';

export interface ShownTexts {
  /** One line, at most so many bytes of it; what no line may hold is U+FFFD. Empty for a secret. */
  readonly line: (value: Buffer, maxBytes: number) => string;
  /** The forms would take it as a client id, as it is. */
  readonly isPlainLine: (value: Buffer, maxCharacters: number) => boolean;
  /** Null for what is no web address. Never the query, the fragment or a user name. */
  readonly address: (
    value: Buffer,
  ) => { readonly host: string; readonly path: string; readonly isHttps: boolean } | null;
}

/**
 * As one-line.ts: no control characters, no line ends, nothing that turns the direction round; nor spaces
 * that nobody sees. What joins the letters of some scripts and the parts of an emoji stays.
 */
const UNFIT = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff\ufffd]/gu;

export function createShownTexts(groups: readonly FoundGroup[]): ShownTexts {
  const secrets = groups
    .flatMap(({ values }) => values)
    .filter(({ name, placeholder }) => name === 'client_secret' && placeholder === undefined)
    .map(({ value }) => value);
  // Several rows may share a value, and each value is asked about for several fields.
  const holdsSecret = remembered(createHeldTexts(secrets));
  const addressOf = remembered(readAddress);

  function line(value: Buffer, maxBytes: number): string {
    if (holdsSecret(value)) return '';
    let end = Math.min(value.length, maxBytes);
    while (end > 0 && end < value.length && ((value[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    return value.toString('utf8', 0, end).replaceAll(UNFIT, '\ufffd').trim();
  }

  return {
    line,
    isPlainLine(value, maxCharacters) {
      if (value.length > maxCharacters * 4 || holdsSecret(value)) return false;
      const text = line(value, value.length);
      if (text.length < 1 || text.length > maxCharacters) return false;
      return !text.includes('\ufffd') && !hidesSomething(text);
    },
    address: addressOf,
  };

  function readAddress(value: Buffer): ReturnType<ShownTexts['address']> {
    const cut = value.findIndex((byte) => byte === 0x3f || byte === 0x23);
    const bare = line(cut === -1 ? value : value.subarray(0, cut), 2000);
    // Whoever writes a password into an address has it in no string here.
    if (bare === '' || bare.includes('@')) return null;
    const parsed = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(bare) ? bare : `https://${bare}`);
    if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null;
    if (!/\.|^localhost$|:/.test(parsed.hostname) || parsed.host.length > 255) return null;
    return { host: parsed.host, path: parsed.pathname, isHttps: parsed.protocol === 'https:' };
  }
}

function remembered<T>(find: (value: Buffer) => T): (value: Buffer) => T {
  const found = new Map<Buffer, T>();
  return (value) => {
    if (!found.has(value)) found.set(value, find(value));
    return found.get(value) as T;
  };
}
