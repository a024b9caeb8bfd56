// Reads status and header fields of an answer as they came, with duplicates, and refuses heads whose
// framing is not beyond doubt (RFC 9112 section 6; cases 56, 58, 60, 61).
import type { IncomingMessage } from 'node:http';
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { SeenHead } from '../call-target.ts';

/** Status and fields of a final answer whose framing is beyond doubt. */
export interface ResponseHead {
  readonly status: number;
  /** Values of a field in the order received; the name in lower case. Untrusted text. */
  readonly values: (name: string) => readonly string[];
}

const NONE: readonly string[] = [];

/** Real gateways send some thirty. Far below the number at which node:http drops some unsaid. */
const MAX_FIELDS = 200;

/**
 * The head of an answer as Node's parser read it (RFC 9112 section 6.3). Failures: `protocol_error`,
 * `encoding_refused`, `header_overflow`.
 */
export function readHead(incoming: IncomingMessage): Result<ResponseHead, GatewayFailureCode> {
  const head = readFields(incoming.statusCode ?? 0, incoming.rawHeaders);
  if (!head.ok) return head;
  const { status, values } = head.value;
  if (status === 101 || !/^1\.[01]$/.test(incoming.httpVersion)) return fail('protocol_error');
  const lengths = values('content-length');
  const codings = values('transfer-encoding');
  if (lengths.length + codings.length > 1) return fail('protocol_error');
  if (lengths.some((length) => !/^\d{1,15}$/.test(length))) return fail('protocol_error');
  if (codings.some((coding) => coding.toLowerCase() !== 'chunked')) return fail('encoding_refused');
  return head;
}

/** `raw`: names and values in turn. Of HTTP/2 also what begins with a colon. */
export function readFields(
  status: number,
  raw: readonly string[],
): Result<ResponseHead, GatewayFailureCode> {
  if (raw.length / 2 > MAX_FIELDS) return fail('header_overflow');
  const names = raw.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const values = (name: string): readonly string[] =>
    names.includes(name)
      ? names.flatMap((each, index) => (each === name ? [raw[2 * index + 1] ?? ''] : []))
      : NONE;
  return ok({ status, values });
}

/** True where the body is not as it is: nothing here inflates, `identity` was asked for (case 58). */
export function isEncoded(head: ResponseHead): boolean {
  return head
    .values('content-encoding')
    .some((coding) => !['', 'identity'].includes(coding.trim().toLowerCase()));
}

/** Media type without parameters, lower case, at most 100 characters; empty without one. */
export function mediaType(head: ResponseHead): string {
  const [first = ''] = head.values('content-type');
  return (first.split(';')[0] ?? '').trim().toLowerCase().slice(0, 100);
}

/** A web page, by its media type. */
export function isHtml(type: string): boolean {
  return type === 'text/html' || type === 'application/xhtml+xml';
}

/** True where content came, or its length says that some does: an empty answer is no page, whatever its type. */
export function hasContent(head: ResponseHead, body: Buffer): boolean {
  return body.length > 0 || head.values('content-length').some((length) => Number(length) > 0);
}

/** Server clock minus ours, whole seconds, never -0; null without a readable Date (case 116). */
export function clockSkewSeconds(head: ResponseHead, nowMs: number): number | null {
  const [date = ''] = head.values('date');
  const atMs = httpDateMs(date);
  return atMs === null ? null : Math.round((atMs - nowMs) / 1000) || 0;
}

/** RFC 9110 section 5.6.7, the form in use. */
export function httpDateMs(text: string): number | null {
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : atMs;
}

/**
 * What may be told of a head: media type, kind of challenge (RFC 9110 section 11.6.1) and size in bytes, each as a
 * closed word or a number, never its own text.
 */
export function seenHead(head: ResponseHead, bodyBytes: number): SeenHead {
  return { contentType: contentTypeOf(mediaType(head)), challenge: challengeOf(head), bodyBytes };
}

function contentTypeOf(type: string): SeenHead['contentType'] {
  if (type === '') return 'none';
  if (type === 'application/json' || /^application\/[a-z0-9.-]+\+json$/.test(type)) return 'json';
  if (isHtml(type)) return 'html';
  if (type === 'text/plain') return 'text';
  return type === 'application/x-www-form-urlencoded' ? 'form' : 'other';
}

function challengeOf(head: ResponseHead): SeenHead['challenge'] {
  const [first] = head.values('www-authenticate');
  if (first === undefined) return 'none';
  const scheme = /^\s*([A-Za-z]+)/.exec(first)?.[1]?.toLowerCase();
  return scheme === 'basic' || scheme === 'bearer' ? scheme : 'other';
}
