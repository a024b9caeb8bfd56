// The fields of a request's body or header: form-encoded (WHATWG URL 5.1), JSON, and HTTP Basic (RFC 7617).
import type { FoundGroup, FoundValue } from './found-values.ts';
import { itemsOf, memberOf, membersOf, parseJson, valueOf, wordOf, type Tree } from './tree.ts';

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

/** `[{key, value}]` or `[{name, value}]`, or an object; what is switched off is left out. */
export function pairsOf(list: Tree | undefined): readonly FoundValue[] {
  const pairs = itemsOf(list).flatMap((pair): (readonly [string, Tree | undefined])[] => {
    const isOff = memberOf(pair, 'disabled') === true || memberOf(pair, 'enabled') === false;
    const name = wordOf(memberOf(pair, 'key') ?? memberOf(pair, 'name'));
    return isOff || name === '' ? [] : [[name, memberOf(pair, 'value')]];
  });
  return [...membersOf(list), ...pairs].flatMap(([name, node]) => {
    const value = valueOf(node);
    return value === undefined ? [] : [{ name, value, at: -1 }];
  });
}

/** The members of a JSON object that are texts or numbers; none of anything else. */
export const jsonFields = (body: string, at: number): readonly FoundValue[] =>
  pairsOf(parseJson(body)).map((each) => ({ ...each, at }));

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
