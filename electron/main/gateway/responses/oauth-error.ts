// Finds the OAuth error in an answer body (RFC 6749 section 5.2, RFC 7009 section 2.2.1) and names it
// with our closed code. error_uri is neither read nor opened (case 38).
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import { scanJsonObject } from './json-scan.ts';
import { decodeJsonString } from './json-string.ts';
import { plainLabel, plainWords } from '../redaction/server-words.ts';

interface OAuthError {
  /** A code of the standards as they spell it; else as the server wrote it, masked, at most 64 printable characters. */
  readonly label: string;
  readonly description: string | null;
}

const NAMES = new Set(['error', 'error_description']);

const codes: ReadonlyMap<string, GatewayFailureCode> = new Map([
  ['invalid_request', 'invalid_request'],
  ['invalid_client', 'invalid_client'],
  ['invalid_grant', 'invalid_grant'],
  ['unauthorized_client', 'unauthorized_client'],
  ['unsupported_grant_type', 'unsupported_grant_type'],
  ['invalid_scope', 'invalid_scope'],
  ['invalid_target', 'invalid_target'],
  ['temporarily_unavailable', 'temporarily_unavailable'],
  ['server_error', 'server_error'],
]);

/** RFC 6749 section 5.2, RFC 7009 section 2.2.1 and RFC 8707 section 2, as bytes. */
const known: readonly { readonly label: string; readonly bytes: Buffer }[] = [
  ...codes.keys(),
  'unsupported_token_type',
].map((label) => ({ label, bytes: Buffer.from(label) }));

/** Null where the body is no JSON object with a text `error`. */
export function readOAuthError(body: Buffer, secrets: readonly SecretBytes[]): OAuthError | null {
  const scan = scanJsonObject(body, NAMES);
  if (scan.kind !== 'object') return null;
  const read = (name: string, plain: typeof plainWords): string | null => {
    const member = scan.members.find((each) => each.name === name && each.kind === 'string');
    if (member === undefined) return null;
    const said = decodeJsonString(body, member.start, member.end);
    const text = plain(said, secrets);
    said.fill(0);
    return text;
  };
  const label = read('error', (said) => standardCode(said) ?? plainLabel(said, secrets));
  return label === null ? null : { label, description: read('error_description', plainWords) };
}

/**
 * A code is recognised before anything is masked: with the secret "client", `invalid_client` would be
 * unknown. What is shown then is the word of the standard, not the server's.
 */
function standardCode(said: Buffer): string | null {
  return known.find(({ bytes }) => bytes.equals(said))?.label ?? null;
}

/**
 * The closed code of an error label (RFC 6749 section 5.2, RFC 7009 section 2.2.1); `unknown_oauth_error`
 * for any other.
 */
export function oauthFailureCode(label: string, call: 'token' | 'revoke'): GatewayFailureCode {
  if (label === 'unsupported_token_type' && call === 'revoke')
    return 'unsupported_token_type_revoke';
  return codes.get(label) ?? 'unknown_oauth_error';
}
