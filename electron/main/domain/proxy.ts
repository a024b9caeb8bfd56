// How an environment's calls leave this machine: straight, through a proxy a person named, or as the
// system says. Owns what counts as the address of a proxy. Pure; a proxy is spoken to by HTTP CONNECT (RFC 9110
// section 9.3.6) or SOCKS5 (RFC 1928), and sees the name of the server, never what is said to it.
import { isIP, isIPv4 } from 'node:net';
import * as v from 'valibot';
import { proxyProtocols } from '../../shared/words.ts';
import type { Row } from './row-schema.ts';

/** What an environment has that nobody asked: the way every environment went before format 1.4. */
export const NO_PROXY: ProxySetting = { mode: 'none' };

/**
 * What the system says about an origin, as a PAC script would: `PROXY a:1; DIRECT`. Rejects where it
 * cannot say.
 */
export type SystemProxy = (origin: string) => Promise<string>;

export const MAX_PORT = 65_535;
const MAX_HOST_CHARACTERS = 253;
const NAME =
  /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** RFC 7617 section 2: no colon, no control character. Other than ASCII has no agreed encoding. */
const USER_NAME = /^[\x20-\x39\x3b-\x7e]{1,128}$/;

export const proxySchema = v.variant('mode', [
  v.strictObject({ mode: v.picklist(['system', 'none']) }),
  v.strictObject({
    mode: v.literal('manual'),
    /** Absent: `http`. */
    protocol: v.optional(v.picklist(proxyProtocols)),
    /** A name in ASCII or an IP address, without brackets. */
    host: v.custom<string>((value) => typeof value === 'string' && proxyHost(value) === value),
    port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PORT)),
    /** Set: the proxy asks to be signed in to, with a password that is a record of the vault. */
    userName: v.optional(
      v.custom<string>((value) => typeof value === 'string' && isProxyUserName(value)),
    ),
  }),
]);
export type ProxySetting = Row<typeof proxySchema>;

/** The host in its normal form: lower case, punycode, no brackets. Null where it is none. */
export function proxyHost(typed: string): string | null {
  const text = typed.trim();
  if (text === '' || text.length > MAX_HOST_CHARACTERS) return null;
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) === 6) return bare.includes('%') ? null : bare.toLowerCase();
  if (/[\s/\\@:?#%[\]]/u.test(text)) return null;
  const parsed = URL.parse(`http://${text}/`);
  if (parsed === null) return null;
  const { hostname } = parsed;
  return isIPv4(hostname) || NAME.test(hostname) ? hostname : null;
}

export function isProxyPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= MAX_PORT;
}

export function isProxyUserName(text: string): boolean {
  return USER_NAME.test(text);
}

/** `proxy.example:3128`, `[::1]:3128`. */
export function hostAndPort(host: string, port: number): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;
}

/** This machine: no system sends such a call through a proxy, and none that is elsewhere could. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (bare === 'localhost' || bare.endsWith('.localhost')) return true;
  return bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'));
}
