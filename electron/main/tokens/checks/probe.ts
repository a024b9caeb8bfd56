// Asks the documented resource call whether a token works, and reads from the answer what it shows. What
// that proves is domain/token-evidence.ts.
import type { Failure } from '../../../shared/failures/failure.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import { judgeAnswer, type ShownAnswer } from '../../domain/answer-evidence.ts';
import type { Token, TokenCheck } from '../../domain/token.ts';
import { challengeAbout } from '../../gateway/responses/bearer-challenge.ts';
import type { CallFacts, ProbeAnswer } from '../../gateway/gateway.ts';
import { scanJsonObject } from '../../gateway/responses/json-scan.ts';
import { fromGateway, fromVault, outcomeOfFailure } from '../issuance/call-failure.ts';
import { findToken, type Room, type TokenPlace } from '../session-context.ts';
import type { UnsavedTokens } from '../ledger/unsaved-tokens.ts';

export interface Probe {
  readonly check: TokenCheck;
  readonly host: string;
  readonly facts: CallFacts;
  /** Host and port of the proxy it went through, or was to; null where it went straight. */
  readonly proxy: string | null;
  readonly answer: ProbeAnswer | null;
  readonly failure: Failure | null;
}

/** What an answer of who-am-I or positions showed; its body stays as it is. */
export function shownBy({
  status,
  challenge,
  contentType,
  body,
}: Pick<ProbeAnswer, 'status' | 'challenge' | 'contentType' | 'body'>): ShownAnswer {
  const isPage = contentType === 'text/html' || contentType === 'application/xhtml+xml';
  const said = challengeAbout(challenge);
  // A page without a word of the service's own scheme was written by something else.
  const about = isPage && said === 'nothing' ? 'elsewhere' : said;
  return { status, about, hasContent: !isPage && holdsData(body) };
}

const ERROR = new Set(['error']);

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
  const scan = scanJsonObject(body, ERROR);
  if (scan.kind === 'object') return scan.members.every(({ kind }) => kind === 'null');
  return scan.kind === 'other' && isList;
}

/** The same way: the same call to the same host, through the same proxy. */
const wayOf = ({ call, host, proxy }: CallFacts): string =>
  proxy === undefined ? `${call} at ${host}` : `${call} at ${host} through ${proxy}`;

function judged(answer: ProbeAnswer, { baselines = [] }: Token) {
  const way = wayOf(answer.facts);
  return { ...judgeAnswer(shownBy(answer), baselines, way), way };
}

/** One probe. `read` sees text and answer before they are wiped, to mask echoes. */
export async function probe<T>(
  room: Room,
  texts: UnsavedTokens,
  place: TokenPlace,
  read: (probe: Probe, text: SecretBytes) => T,
  signal: AbortSignal = room.closing,
): Promise<Result<T, Failure>> {
  const { token, credential, target } = place;
  const text = texts.openText(token.id);
  if (!text.ok) {
    return fail(
      texts.hasText(token.id) ? fromVault(text.failure) : { code: 'token_text_gone' as const },
    );
  }
  const atMs = room.clock.nowMs();
  try {
    const answer = await room.activities.during(
      { call: 'check', credentialId: credential.id, tokenId: token.id, startedAtMs: atMs },
      () => room.gateway.probeToken(target, credential.accessType, text.value, { signal }),
    );
    const { facts } = answer.ok ? answer.value : answer.failure;
    if (facts.clockSkewSeconds !== null) room.sawClockSkew(facts.clockSkewSeconds);
    const showed = answer.ok
      ? judged(answer.value, findToken(room, token.id) ?? token)
      : { outcome: outcomeOfFailure(answer.failure) };
    const check: TokenCheck = {
      atMs,
      status: facts.status,
      durationMs: Math.round(facts.durationMs),
      ...showed,
    };
    const failure = answer.ok ? null : fromGateway(answer.failure, room.clock.nowMs());
    const done = read(
      {
        check,
        host: facts.host,
        facts,
        proxy: facts.proxy ?? null,
        answer: answer.ok ? answer.value : null,
        failure,
      },
      text.value,
    );
    if (answer.ok) answer.value.body.fill(0);
    return ok(done);
  } finally {
    text.value.wipe();
  }
}
