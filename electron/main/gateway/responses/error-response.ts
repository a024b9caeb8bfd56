// What a complete answer that is no success means: status first, body where it can be read (cases
// 34-49). Never follows anything it names, never shows a word that was not made plain and masked.
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import { oauthFailureCode, readOAuthError } from './oauth-error.ts';
import { hasContent, isHtml, mediaType, type ResponseHead } from './response-head.ts';
import { retryAfterMs } from './retry-after.ts';
import { plainWords } from '../redaction/server-words.ts';

/**
 * What an answer that is no success says (RFC 6749 section 5.2), masked and bounded; null where it says
 * nothing.
 */
export interface ErrorReading {
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
  /** What must not be repeated: the secret, and the token a call is about. */
  readonly secrets: readonly SecretBytes[];
}

const MISMATCH: ReadonlySet<number> = new Set([404, 405, 410, 415, 422]);

/** `call`: whose error codes the body may hold; null for resource calls, which have none. */
export function readErrorResponse(
  answer: ErrorAnswer,
  call: 'token' | 'revoke' | null,
): ErrorReading {
  const { head, body, nowMs, secrets } = answer;
  const { status } = head;
  if (isRedirect(status)) return redirect(answer);
  const error = call === null ? null : readOAuthError(body, secrets);
  const named = error === null || call === null ? null : oauthFailureCode(error.label, call);
  const code = codeByStatus(status) ?? named ?? 'http_error';
  return {
    code,
    oauthError: error?.label ?? null,
    serverSaid: error?.description ?? null,
    about: code === 'http_error' && isPage(answer) ? 'text/html' : null,
    retryAfterMs: retryAfterMs(head, nowMs),
    declined: status < 500 && named !== 'server_error',
  };
}

/** Any 3xx (RFC 9110 section 15.4): none is followed. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
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
  return status < 200 || status >= 600 ? 'unexpected_status' : null;
}

/** RFC 9110 sections 15.4.1 to 15.4.9: the others point nowhere, whatever Location says. */
const POINTING: ReadonlySet<number> = new Set([300, 301, 302, 303, 307, 308]);

// SECURITY(S10): a redirect is an answer to show, never an address to go to.
function redirect({ head, url, secrets }: ErrorAnswer): ErrorReading {
  const [location = ''] = POINTING.has(head.status) ? head.values('location') : [];
  const to = location === '' ? null : URL.parse(location, url);
  // `file:` and the like have no host: the scheme says enough.
  const host = to === null ? '' : to.host === '' ? to.protocol : to.host;
  return {
    code: 'redirect_refused',
    oauthError: null,
    serverSaid: null,
    about: plainWords(Buffer.from(host), secrets),
    retryAfterMs: null,
    declined: true,
  };
}
