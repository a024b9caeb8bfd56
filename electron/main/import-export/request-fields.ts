// The fields of a request's body or header: form-encoded (WHATWG URL 5.1), JSON, and HTTP Basic (RFC 7617).
import type { FoundGroup, FoundValue } from './found-values.ts';
import { parseJson } from './tree.ts';

type Body = Pick<FoundGroup, 'values' | 'encoding'>;

/** `name=value` pairs joined by `&`, decoded. */
export function formFields(body: string, at: number): readonly FoundValue[] {
  return body.split('&').flatMap((pair) => {
    const equals = pair.indexOf('=');
    if (equals < 1) return [];
    const written = pair.slice(equals + 1).trim();
    const name = formDecoded(pair.slice(0, equals).trim());
    return [{ name, value: formDecoded(written), at, hadPlus: written.includes('+') }];
  });
}

function formDecoded(text: string): string {
  const [pair] = new URLSearchParams(`_=${text.replaceAll('&', '%26')}`);
  return pair?.[1] ?? '';
}

/** The members of a JSON object that are texts or numbers; none of anything else. */
export function jsonFields(body: string, at: number): readonly FoundValue[] {
  const parsed = parseJson(body);
  if (parsed === undefined || parsed === null || typeof parsed !== 'object') return [];
  return Object.entries(parsed).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number'
      ? [{ name, value: String(value), at }]
      : [],
  );
}

/** A body written as text. JSON with variables outside its texts is no JSON yet: left out. */
export function textBody(body: string, at: number): Body {
  if (/^\s*\{/.test(body)) return { values: jsonFields(body, at), encoding: 'json' };
  const values = formFields(body, at);
  return { values, encoding: values.length === 0 ? null : 'form' };
}

/** The two halves of `user:password`. */
export function userFields(pair: string, at: number): readonly FoundValue[] {
  const colon = pair.indexOf(':');
  if (colon === -1) return [{ name: 'username', value: pair, at }];
  return [
    { name: 'username', value: pair.slice(0, colon), at },
    { name: 'password', value: pair.slice(colon + 1), at },
  ];
}

/** Of `Authorization: Basic …`; none of any other header. */
export function headerFields(name: string, value: string, at: number): readonly FoundValue[] {
  if (name.trim().toLowerCase() !== 'authorization') return [];
  const encoded = /^basic\s+(.*)$/is.exec(value.trim())?.[1];
  if (encoded === undefined) return [];
  return userFields(Buffer.from(encoded, 'base64').toString('utf8'), at);
}

/** `Name: value`, as a line of a request. */
export function headerLine(line: string, at: number): readonly FoundValue[] {
  const colon = line.indexOf(':');
  return colon === -1 ? [] : headerFields(line.slice(0, colon), line.slice(colon + 1), at);
}
