// Status and header fields of an answer as undici's parser read them, with duplicates.
import type { SeenHead } from '../call-target.ts';

/** Status and fields of a final answer. */
export interface ResponseHead {
  readonly status: number;
  /** Values of a field in the order received; the name in lower case. Untrusted text. */
  readonly values: (name: string) => readonly string[];
  /** How many fields there are. */
  readonly fields: number;
}

/** @param headers by name in lower case, as undici gives them. */
export function headOf(
  status: number,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): ResponseHead {
  const valuesOf = (name: string): readonly string[] => {
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
    return value === undefined ? [] : [value].flat();
  };
  const fields = Object.values(headers).flat().length;
  return { status, values: valuesOf, fields };
}

/** True where the body is not as it is: nothing here inflates, `identity` was asked for (case 58). */
export function isEncoded(head: ResponseHead): boolean {
  const isPlain = (coding: string): boolean => ['', 'identity'].includes(coding);
  const transfers = head.values('transfer-encoding').map((coding) => coding.trim().toLowerCase());
  const contents = head.values('content-encoding').map((coding) => coding.trim().toLowerCase());
  return transfers.some((coding) => coding !== 'chunked') || !contents.every(isPlain);
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

/** Any 3xx (RFC 9110 section 15.4): none is followed. */
export const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** Any 2xx (RFC 9110 section 15.3). */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

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
