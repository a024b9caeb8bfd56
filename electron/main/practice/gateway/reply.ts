// What the practice gateway answers: status, headers and bytes, built without ever turning a token
// into a string. The body is wiped once it was sent.
import type { BadCredentialsAnswer } from './practice-settings.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** One line for the ledger: what was decided and why. Never holds anything that was sent. */
  readonly note: string;
  /** Wait before answering. */
  readonly delayMs: number;
}

/** RFC 6749 section 5.1: an answer that may hold a token is never cached. */
const JSON_HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
} as const;

export function jsonReply(status: number, body: unknown, note: string): Reply {
  const bytes = Buffer.from(JSON.stringify(body));
  return { status, headers: JSON_HEADERS, body: bytes, note, delayMs: 0 };
}

export function emptyReply(status: number, note: string): Reply {
  return { status, headers: {}, body: Buffer.alloc(0), note, delayMs: 0 };
}

/** RFC 6749 section 5.2. */
export function oauthError(status: number, error: string, description: string): Reply {
  return jsonReply(
    status,
    { error, error_description: description },
    `${error}: ${description}`.slice(0, 200),
  );
}

/** docs/service.md 2.3 and 2.5: the token first, then the other fields. */
export function tokenReply(
  token: Buffer,
  fields: Readonly<Record<string, unknown>>,
  note: string,
): Reply {
  const rest = JSON.stringify(fields).slice(1);
  const body = Buffer.concat([
    Buffer.from('{"access_token":"'),
    token,
    Buffer.from(rest === '}' ? '"}' : `",${rest}`),
  ]);
  return { status: 200, headers: JSON_HEADERS, body, note, delayMs: 0 };
}

/** The ways servers refuse credentials. The specification does not say which one this service has. */
export function badCredentials(answer: BadCredentialsAnswer, note: string): Reply {
  switch (answer) {
    case 'invalid_client_400':
      return { ...oauthError(400, 'invalid_client', 'Client authentication failed'), note };
    case 'invalid_client_401':
      return { ...oauthError(401, 'invalid_client', 'Client authentication failed'), note };
    case 'invalid_client_401_challenge': {
      const reply = oauthError(401, 'invalid_client', 'Client authentication failed');
      const headers = { ...reply.headers, 'WWW-Authenticate': 'Basic realm="practice"' };
      return { ...reply, headers, note };
    }
    case 'forbidden_empty':
      return emptyReply(403, note);
    case 'html_error':
      return htmlReply(403, 'Forbidden', note);
  }
}

export function htmlReply(status: number, title: string, note: string): Reply {
  const body = `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>practice gateway</p></body></html>`;
  return {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body: Buffer.from(body),
    note,
    delayMs: 0,
  };
}
