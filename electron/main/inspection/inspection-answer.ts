// What a server's answer about a foreign token proves, and no more. A refusal never says why: expired,
// revoked and unknown look alike (docs/service.md 7.1, RFC 6750 section 3, RFC 7662 section 2.2).
import type {
  InspectionAnswerView,
  InspectionOutcome,
} from '../../shared/inspection/inspection-view.ts';
import { fieldWords } from '../../shared/inspection/inspection-words.ts';
import { judgeAnswer } from '../domain/judge-answer.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { ProbeAnswer } from '../gateway/gateway.ts';
import { maskOf, type Mask } from '../gateway/redaction/redaction.ts';
import { plainWords } from '../gateway/redaction/server-words.ts';
import { readAnswerJson, type AnswerObject } from '../gateway/responses/answer-json.ts';
import { readOAuthError } from '../gateway/responses/error-response.ts';
import { readAnswer } from '../tokens/checks/answer-tree.ts';
import { shownBy } from '../tokens/checks/probe-answer.ts';

const fieldNames = Object.keys(fieldWords) as readonly (keyof typeof fieldWords)[];
/** Codes that are about the client that asks (RFC 6749 section 5.2, RFC 7662 section 2.3). */
const ASKER_REFUSED = new Set(['invalid_client', 'unauthorized_client', 'access_denied']);
const TIMES = new Set(['exp', 'iat', 'nbf']);
/** Clocks of two machines may differ by this much without anybody being wrong. */
const CLOCKS_APART_MS = 60_000;
/** Far beyond any date a person reads. */
const MAX_SECONDS = 8_640_000_000;

/**
 * Who-am-I and positions (domain/judge-answer.ts). Nothing is known of the token before, so a refusal must name it;
 * and a 403 proves nothing unless the server says that it is about the scope.
 */
export function readCheck(answer: ProbeAnswer): Said {
  const { outcome } = judgeAnswer(shownBy(answer));
  return { outcome: outcome === 'forbidden' ? 'unclear' : outcome, fields: [] };
}

type Said = Pick<InspectionAnswerView, 'outcome' | 'fields'>;
export type AnswerReading = Said & Pick<InspectionAnswerView, 'tree' | 'plain'>;

/**
 * What an answer says, with none of the `secrets` in it: the token, the secret it was asked with.
 * @param clientId no secret and not masked, however much it looks like one.
 */
export const shownOf = (
  { body }: Pick<ProbeAnswer, 'body'>,
  secrets: readonly SecretBytes[],
  clientId: string,
  said: Said,
): AnswerReading => ({ ...said, ...readAnswer(body, secrets, clientId) });

/**
 * Active with an end that has passed, or a beginning yet to come, contradicts itself; so does the token of
 * one client that is said to be another's (case 108).
 * @param secrets what the answer may repeat: the token, the secret it was asked with.
 * @param ownerClientId of a token that is one of ours; null where nobody here knows whose it is.
 */
export function readIntrospection(
  status: number,
  body: Buffer,
  secrets: readonly SecretBytes[],
  nowMs: number,
  ownerClientId: string | null = null,
): Said {
  const mask = maskOf(secrets);
  if (status !== 200) return { outcome: outcomeOfError(status, body, mask), fields: [] };
  const reading = readAnswerJson(body);
  if (reading.kind !== 'object') return { outcome: 'unclear', fields: [] };
  const { object } = reading;
  const fields = fieldNames.flatMap((name) => fieldsOf(object, name, mask));
  const active = object.isTwice('active') ? undefined : object.value('active');
  // Said twice, or in another type, is not said.
  if (typeof active !== 'boolean') return { outcome: 'unclear', fields };
  if (!active) return { outcome: 'inactive', fields };
  const isOutOfTime = fields.some(({ name, atMs }) => {
    if (atMs === null) return false;
    if (name === 'exp') return atMs < nowMs - CLOCKS_APART_MS;
    return name === 'nbf' && atMs > nowMs + CLOCKS_APART_MS;
  });
  const owner = ownerClientId === null ? null : plainWords(ownerClientId, mask);
  const isAnothers =
    owner !== null && fields.some(({ name, text }) => name === 'client_id' && text !== owner);
  return { outcome: isOutOfTime || isAnothers ? 'unclear' : 'active', fields };
}

/** Servers refuse credentials with 400, 401 with and without words, and 403. */
function outcomeOfError(status: number, body: Buffer, mask: Mask): InspectionOutcome {
  if (status === 401 || status === 403) return 'asker_refused';
  const error = status === 400 ? readOAuthError(body, mask) : null;
  return error !== null && ASKER_REFUSED.has(error.label) ? 'asker_refused' : 'unclear';
}

/** One for each of its values where it is there more than once, the first two of them. */
function fieldsOf(object: AnswerObject, name: keyof typeof fieldWords, mask: Mask): Said['fields'] {
  const value = object.value(name);
  if (value === undefined || value === null) return [];
  const written = object.isTwice(name)
    ? object.everyWritten(name).slice(0, 2)
    : [object.written(name) ?? JSON.stringify(value)];
  return written.map((each) => ({
    name,
    text: plainWords(unquoted(each), mask) ?? '',
    atMs: TIMES.has(name) ? timeOf(unquoted(each)) : null,
  }));
}

/** The text of a JSON string; anything else as it is written. */
function unquoted(written: string): string {
  try {
    const value: unknown = JSON.parse(written);
    return typeof value === 'string' ? value : written;
  } catch {
    return written;
  }
}

/** RFC 7662 section 2.2: seconds since 1970, an integer, which some servers write as a text. Null for anything else. */
function timeOf(written: string): number | null {
  if (!/^-?\d{1,12}$/.test(written)) return null;
  const seconds = Number(written);
  return Math.abs(seconds) < MAX_SECONDS ? seconds * 1000 : null;
}
