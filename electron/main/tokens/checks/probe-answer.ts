// What an answer of the documented resource call shows in closed words, and over which way it came.
import type { ShownAnswer } from '../../domain/judge-answer.ts';
import type { ProbeAnswer } from '../../gateway/gateway.ts';
import type { CallFacts } from '../../gateway/call-target.ts';
import { readAnswerJson } from '../../gateway/responses/answer-json.ts';
import { isHtml } from '../../gateway/responses/response-head.ts';

/** What an answer of who-am-I or positions showed; its body stays as it is. */
export function shownBy({
  status,
  about,
  contentType,
  body,
}: Pick<ProbeAnswer, 'status' | 'about' | 'contentType' | 'body'>): ShownAnswer {
  const isPage = isHtml(contentType);
  const isWordless = about === 'nothing' || about === 'no_token';
  // A page without a word of the service's own scheme about the token was written by something else.
  const shown = isPage && isWordless ? 'elsewhere' : about;
  return { status, about: shown, hasContent: !isPage && holdsData(body) };
}

/**
 * A longer answer is judged by its beginning: to read 8 MiB holds up the whole app. It counts as data unless that
 * names an error, since a token that is taken for dead and works is worse.
 */
const MOST_SCANNED_BYTES = 128 * 1024;

/** JSON that such a call could answer with: an object without an error, or a list. */
function holdsData(body: Buffer): boolean {
  const isList = /^\ufeff?[ \t\r\n]*\[/.test(body.toString('utf8', 0, 64));
  if (body.length > MOST_SCANNED_BYTES) {
    const start = body.subarray(0, MOST_SCANNED_BYTES);
    const isObject = /^\ufeff?[ \t\r\n]*\{/.test(start.toString('utf8', 0, 64));
    return isList || (isObject && !start.includes('"error"'));
  }
  const reading = readAnswerJson(body);
  if (reading.kind === 'object') return (reading.object.value('error') ?? null) === null;
  return reading.kind === 'other' && isList;
}

/** The same way: the same call to the same host, through the same proxy. */
export const wayOf = ({ call, host, proxy }: CallFacts): string =>
  proxy === undefined ? `${call} at ${host}` : `${call} at ${host} through ${proxy}`;
