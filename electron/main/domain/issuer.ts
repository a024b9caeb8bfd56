// Owns what counts as the issuer of an authorization server, and where its metadata is (RFC 8414 sections
// 2 and 3). Pure. An issuer is never normalised: it is compared code point by code point (section 4).
import { checkGatewayAddress, type AddressReason } from './gateway-address.ts';
import { fail, ok, type Result } from './result.ts';

export interface Issuer {
  /** As it was typed, down to the last slash. */
  readonly text: string;
  readonly origin: string;
  /** RFC 8414 section 3.1: the well-known path stands between the host and the issuer's own path. */
  readonly metadataUrl: string;
}

const WELL_KNOWN = '/.well-known/oauth-authorization-server';
const UP_TO_PATH = /^https:\/\/[^/]*/i;

export function checkIssuer(text: string): Result<Issuer, AddressReason> {
  const checked = checkGatewayAddress(text);
  if (!checked.ok) return checked;
  const { origin, pathname } = new URL(text);
  const typedPath = text.replace(UP_TO_PATH, '');
  // A parser that moves or encodes the path would ask for something else than was typed.
  if (pathname !== (typedPath === '' ? '/' : typedPath)) return fail('not_an_address');
  const metadataUrl = origin + WELL_KNOWN + pathname.replace(/\/$/, '');
  return ok({ text, origin, metadataUrl });
}

/** In what two issuers differ, the most telling first; `writing` where only a parser takes them for one. */
export type IssuerDifference =
  | 'capitals'
  | 'slash'
  | 'scheme'
  | 'host'
  | 'port'
  | 'path'
  | 'writing';

/** Null where they are the same, code point by code point. `named` may be any text. */
export function issuerDifference(asked: string, named: string): IssuerDifference | null {
  if (asked === named) return null;
  if (asked.toLowerCase() === named.toLowerCase()) return 'capitals';
  if (asked.replace(/\/$/, '') === named.replace(/\/$/, '')) return 'slash';
  const [ours, theirs] = [URL.parse(asked), URL.parse(named)];
  if (ours === null || theirs === null) return 'writing';
  if (ours.protocol !== theirs.protocol) return 'scheme';
  if (ours.hostname !== theirs.hostname) return 'host';
  if (ours.port !== theirs.port) return 'port';
  return ours.pathname === theirs.pathname ? 'writing' : 'path';
}
