// What a complete answer that is no success means: status first, body where it can be read (cases 34-49). Never follows
// anything it names, never shows a word that was not made plain and masked. error_uri is neither read nor opened.
import { isStandardError, type GatewayFailureCode } from '../../../shared/failures/failure.ts';
import type { Mask } from '../redaction/redaction.ts';
import { plainLabel, plainWords } from '../redaction/server-words.ts';
import { readAnswerJson } from './answer-json.ts';
import { retryAfterMs } from './http-date.ts';
import { hasContent, isHtml, isRedirect, mediaType, type ResponseHead } from './response-head.ts';

/**
 * What an answer that is no success says (RFC 6749 section 5.2), masked and bounded; null where it says
 * nothing.
 */
interface ErrorReading {
  readonly code: GatewayFailureCode;
  readonly oauthError: string | null;
  readonly serverSaid: string | null;
  readonly about: string | null;
  readonly retryAfterMs: number | null;
  /** The server declined: nothing was issued or revoked. False where that cannot be known. */
  readonly declined: boolean;
}

interface ErrorAnswer {
  readonly head: ResponseHead;
  readonly body: Buffer;
  readonly url: URL;
  readonly nowMs: number;
  /** Covers what must not be repeated: the secret, and the token a call is about. */
  readonly mask: Mask;
}

const MISMATCH: ReadonlySet<number> = new Set([404, 405, 410, 415, 422]);

/** `call`: whose error codes the body may hold; null for resource calls, which have none. */
export function readErrorResponse(
  answer: ErrorAnswer,
  call: 'token' | 'revoke' | null,
): ErrorReading {
  const { head, body, nowMs, mask } = answer;
  const { status } = head;
  if (isRedirect(status)) return redirect(answer);
  const error = call === null ? null : readOAuthError(body, mask);
  const named = error === null ? null : (codes.get(error.label) ?? 'oauth_error');
  const code = codeByStatus(status) ?? named ?? 'http_error';
  return {
    code,
    oauthError: error?.label ?? null,
    serverSaid: error?.description ?? null,
    about: code === 'http_error' && isPage(answer) ? 'text/html' : null,
    retryAfterMs: retryAfterMs(head, nowMs),
    declined: status < 500 && error?.label !== 'server_error',
  };
}

/** Labelled as a web page, or begins like one: a firewall or a proxy may have written it. */
function isPage({ head, body }: ErrorAnswer): boolean {
  if (!hasContent(head, body)) return false;
  const type = mediaType(head);
  if (isHtml(type)) return true;
  return type === '' && /^\s*<(?:!doctype|html|head|body)\b/i.test(body.toString('latin1', 0, 64));
}

/** Statuses that say more than any body; null where the body decides. */
function codeByStatus(status: number): GatewayFailureCode | null {
  if (status === 407) return 'proxy_auth';
  if (status === 429) return 'rate_limited';
  if (MISMATCH.has(status)) return 'endpoint_mismatch';
  if (status >= 500 && status < 600) return 'server_error';
  return status < 200 || status >= 600 ? 'invalid_response' : null;
}

/** RFC 9110 sections 15.4.1 to 15.4.9: the others point nowhere, whatever Location says. */
const POINTING: ReadonlySet<number> = new Set([300, 301, 302, 303, 307, 308]);

// SECURITY(S10): a redirect is an answer to show, never an address to go to.
function redirect({ head, url, mask }: ErrorAnswer): ErrorReading {
  const [location = ''] = POINTING.has(head.status) ? head.values('location') : [];
  const to = location === '' ? null : URL.parse(location, url);
  // `file:` and the like have no host: the scheme says enough.
  const host = to === null ? '' : to.host === '' ? to.protocol : to.host;
  return {
    code: 'redirect_refused',
    oauthError: null,
    serverSaid: null,
    about: plainWords(host, mask),
    retryAfterMs: null,
    declined: true,
  };
}

interface OAuthError {
  /** A code of the standards as they spell it; else as the server wrote it, masked, at most 64 printable characters. */
  readonly label: string;
  readonly description: string | null;
}

/** Those of the standards that have a code of their own; the others are `oauth_error`, with their name in the facts. */
const codes: ReadonlyMap<string, GatewayFailureCode> = new Map([
  ['invalid_client', 'invalid_client'],
  ['unauthorized_client', 'unauthorized_client'],
  ['invalid_scope', 'invalid_scope'],
  ['temporarily_unavailable', 'server_error'],
  ['server_error', 'server_error'],
]);

/** Null where the body is no JSON object with a text `error`. */
export function readOAuthError(body: Buffer, mask: Mask): OAuthError | null {
  const reading = readAnswerJson(body);
  if (reading.kind !== 'object') return null;
  const said = reading.object.value('error');
  const description = reading.object.value('error_description');
  if (typeof said !== 'string') return null;
  // Recognised before anything is masked: with the secret "client", `invalid_client` would be unknown.
  const label = isStandardError(said) ? said : plainLabel(said, mask);
  if (label === null) return null;
  return {
    label,
    description: typeof description === 'string' ? plainWords(description, mask) : null,
  };
}
