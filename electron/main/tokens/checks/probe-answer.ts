// What an answer of the documented resource call shows in closed words, and over which way it came.
import type { ShownAnswer } from '../../domain/answer-evidence.ts';
import type { ProbeAnswer } from '../../gateway/gateway.ts';
import type { CallFacts } from '../../gateway/call-target.ts';
import { scanJsonObject } from '../../gateway/responses/json-scan.ts';

/** What an answer of who-am-I or positions showed; its body stays as it is. */
export function shownBy({ status, about, contentType, body }: ProbeAnswer): ShownAnswer {
  const isPage = contentType === 'text/html' || contentType === 'application/xhtml+xml';
  const isWordless = about === 'nothing' || about === 'no_token';
  // A page without a word of the service's own scheme about the token was written by something else.
  const shown = isPage && isWordless ? 'elsewhere' : about;
  return { status, about: shown, hasContent: !isPage && holdsData(body) };
}

const ERROR = new Set(['error']);

/** JSON that such a call could answer with: an object without an error, or a list. */
function holdsData(body: Buffer): boolean {
  const scan = scanJsonObject(body, ERROR);
  if (scan.kind === 'object') return scan.members.every(({ kind }) => kind === 'null');
  return scan.kind === 'other' && /^\ufeff?[ \t\r\n]*\[/.test(body.toString('utf8', 0, 64));
}

/** The same way: the same call to the same host, through the same proxy. */
export const wayOf = ({ call, host, proxy }: CallFacts): string =>
  proxy === undefined ? `${call} at ${host}` : `${call} at ${host} through ${proxy}`;
