// What the practice gateway answers: status, headers and body.

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
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
  return { status, headers: JSON_HEADERS, body: JSON.stringify(body), note, delayMs: 0 };
}

export function emptyReply(status: number, note: string): Reply {
  return { status, headers: {}, body: '', note, delayMs: 0 };
}

export function htmlReply(status: number, title: string, note: string): Reply {
  const headers = { 'Content-Type': 'text/html; charset=utf-8' };
  const body = `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>practice gateway</p></body></html>`;
  return { status, headers, body, note, delayMs: 0 };
}

/** RFC 6749 section 5.2. */
export function oauthError(status: number, error: string, description: string): Reply {
  const note = `${error}: ${description}`.slice(0, 200);
  return jsonReply(status, { error, error_description: description }, note);
}

export const withHeader = (reply: Reply, name: string, value: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, [name]: value },
});

/** The specification does not say how this service refuses credentials. */
export const invalidClient = (status: number): Reply =>
  oauthError(status, 'invalid_client', 'Client authentication failed');
