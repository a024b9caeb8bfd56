// One request of HTTP/1.1 as the bytes that leave (RFC 9112 section 3), without the HTTP library: hundreds
// leave at once.
import { wipeableCopy } from '../domain/wipeable-buffer.ts';
import { headersOf, type GuardedRequest } from './conversation.ts';

export interface Question {
  /** Holds no secret. */
  readonly head: Buffer;
  /** A copy, the sender's to zero. */
  readonly body: Buffer;
}

const LINE = /^[\x20-\x7e]+$/;

/** Null where it has no body, or where a line of the head would not be plain ASCII. */
export function questionOf(request: GuardedRequest): Question | null {
  const { method, url } = request.endpoint;
  if (request.body === null || request.body.length === 0) return null;
  const lines = [`${method} ${url.pathname} HTTP/1.1`];
  const fields = { ...headersOf(request, null), Connection: 'keep-alive' };
  for (const [name, value] of Object.entries(fields)) lines.push(`${name}: ${value}`);
  if (!lines.every((line) => LINE.test(line))) return null;
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return { head, body: wipeableCopy(request.body) };
}
