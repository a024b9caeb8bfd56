// What may be told of the head of an answer: closed words for what it says, never its own text.
import type { SeenHead } from '../call-target.ts';
import { isHtml, mediaType, type ResponseHead } from './response-head.ts';

/**
 * Media type, kind of challenge (RFC 9110 section 11.6.1) and size in bytes, each as a closed word or a
 * number.
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
