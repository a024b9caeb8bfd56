// Owns what counts as the address of a gateway and its one normal form (docs/oauth-cases.md case 9). Pure:
// it never resolves a name and never connects. https only, for loopback too (WHATWG URL, RFC 5891).
import type { AddressCheckView } from '../../shared/environments/environment-view.ts';
import { canonicalHost } from './host-looks.ts';
import { fail, ok, type Result } from './result.ts';

type AddressReason = NonNullable<AddressCheckView['reason']>;

interface GatewayAddress {
  /** Scheme, host in punycode without a dot at its end, port unless 443, prefix path; no trailing slash, no double slash. */
  readonly url: string;
  /** Host and port as they appear in `url`. */
  readonly host: string;
  /** The host in punycode where it is not what was typed, to compare by eye; otherwise null. */
  readonly punycode: string | null;
}

const MAX_ADDRESS_CHARACTERS = 2048;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HTTPS = /^https:\/\/(?=[^/])/i;
const OTHER_SCHEME =
  /^(?:[a-z][a-z0-9+.-]*:\/\/|(?:http|ftp|file|wss?|data|javascript|blob|about|mailto):)/i;
const AUTHORITY = /^https:\/\/([^/?#]*)/i;

export function checkGatewayAddress(text: string): Result<GatewayAddress, AddressReason> {
  const refused = refusalOfText(text);
  if (refused !== null) return fail(refused);
  const parsed = URL.parse(text);
  if (parsed === null || parsed.hostname === '' || /^\.|\.\./.test(parsed.hostname)) {
    return fail('not_an_address');
  }
  // What no address holds as it is (RFC 3986 section 2) came along from what stood around it.
  if (/["`<>^{|}]/.test(text)) return fail('has_stray_signs');
  const path = parsed.pathname.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '');
  const name = canonicalHost(parsed.hostname);
  const host = parsed.port === '' ? name : `${name}:${parsed.port}`;
  const url = `https://${host}${path}`;
  if (url.length > MAX_ADDRESS_CHARACTERS) return fail('too_long');
  return ok({ url, host, punycode: punycodeOf(text, name) });
}

/**
 * `{base_url}` and the path a person configured for introspection; null where the path is not a plain
 * one in its normal form, or the base address is none.
 */
export function introspectionAddress(baseUrl: string, path: string): string | null {
  if (!/^(?:\/[A-Za-z0-9._~-]+)+$/.test(path) || path.length > 200) return null;
  const address = baseUrl + path;
  const checked = checkGatewayAddress(address);
  // Another form would mean that a parser moved the path, as it does with `..`.
  return checked.ok && checked.value.url === address ? address : null;
}

/** What is wrong with the text before any parser has repaired it; null when nothing is. */
function refusalOfText(text: string): AddressReason | null {
  if (text === '') return 'empty';
  if (text.length > MAX_ADDRESS_CHARACTERS) return 'too_long';
  // A URL parser drops tabs and line breaks and turns backslashes round: refused as typed.
  if (/\p{Cc}|\p{Cf}/u.test(text)) return 'has_control_characters';
  if (text.trim() === '') return 'empty';
  if (/\s/u.test(text)) return 'has_whitespace';
  if (text.includes('\\')) return 'has_backslash';
  if (!HTTPS.test(text)) return SCHEME.test(text) ? otherScheme(text) : 'not_an_address';
  const authority = AUTHORITY.exec(text)?.[1] ?? '';
  if (authority.includes('@')) return 'has_credentials';
  // An empty query or fragment is refused too: the parser would drop the sign without a word.
  const query = text.indexOf('?');
  const fragment = text.indexOf('#');
  if (fragment !== -1 && (query === -1 || fragment < query)) return 'has_fragment';
  return query === -1 ? null : 'has_query';
}

/** `host:8443` has the form of a scheme; it is an address without one, not another scheme. */
function otherScheme(text: string): AddressReason {
  if (/^https:/i.test(text)) return 'not_an_address';
  return OTHER_SCHEME.test(text) ? 'not_https' : 'not_an_address';
}

/** Set where the host differs from what was typed in more than the case of ASCII letters. */
function punycodeOf(text: string, hostname: string): string | null {
  const typed = (AUTHORITY.exec(text)?.[1] ?? '').replace(/:\d*$/, '').toLowerCase();
  return typed === hostname && !hostname.includes('xn--') ? null : hostname;
}
