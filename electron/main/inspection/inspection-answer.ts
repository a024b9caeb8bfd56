// What a server's answer about a foreign token proves, and no more. A refusal never says why: expired,
// revoked and unknown look alike (docs/service.md 7.1, RFC 6750 section 3, RFC 7662 section 2.2).
import {
  introspectionFields,
  type InspectionAnswerView,
  type InspectionOutcome,
} from '../../shared/inspection/inspection-view.ts';
import { judgeAnswer } from '../domain/answer-evidence.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { ProbeAnswer } from '../gateway/gateway.ts';
import { scanJsonObject, type JsonMember } from '../gateway/responses/json-scan.ts';
import { decodeJsonString } from '../gateway/responses/json-string.ts';
import { readOAuthError } from '../gateway/responses/oauth-error.ts';
import { plainWords } from '../gateway/redaction/server-words.ts';
import { shownBy } from '../tokens/checks/probe-answer.ts';

/** Codes that are about the client that asks (RFC 6749 section 5.2, RFC 7662 section 2.3). */
const ASKER_REFUSED = new Set(['invalid_client', 'unauthorized_client', 'access_denied']);
const TIMES = new Set(['exp', 'iat', 'nbf']);
const WANTED = new Set<string>(['active', ...introspectionFields]);
/** Clocks of two machines may differ by this much without anybody being wrong. */
const CLOCKS_APART_MS = 60_000;
/** Far beyond any date a person reads. */
const MAX_SECONDS = 8_640_000_000;

/**
 * Who-am-I and positions (domain/answer-evidence.ts). Nothing is known of the token before, so a refusal must name it;
 * and a 403 proves nothing unless the server says that it is about the scope.
 */
export function outcomeOfCheck(answer: ProbeAnswer): InspectionOutcome {
  const { outcome } = judgeAnswer(shownBy(answer));
  return outcome === 'forbidden' ? 'unclear' : outcome;
}

interface IntrospectionReading {
  readonly outcome: InspectionOutcome;
  readonly fields: InspectionAnswerView['fields'];
}

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
): IntrospectionReading {
  if (status !== 200) return { outcome: outcomeOfError(status, body, secrets), fields: [] };
  const scan = scanJsonObject(body, WANTED);
  const members = scan.kind === 'object' ? scan.members : [];
  const said = members.filter(({ name }) => name === 'active');
  const [active] = said;
  // Said twice, or in another type, is not said.
  const isSaid = said.length === 1 && (active?.kind === 'true' || active?.kind === 'false');
  const fields = introspectionFields.flatMap((name) =>
    members
      .filter((member) => member.name === name && member.kind !== 'null')
      .slice(0, 2)
      .map((member) => ({
        name,
        text: textOf(body, member, secrets),
        atMs: TIMES.has(name) ? timeOf(body, member) : null,
      })),
  );
  if (!isSaid) return { outcome: 'unclear', fields };
  if (active?.kind === 'false') return { outcome: 'inactive', fields };
  const isOutOfTime = fields.some(({ name, atMs }) => {
    if (atMs === null) return false;
    if (name === 'exp') return atMs < nowMs - CLOCKS_APART_MS;
    return name === 'nbf' && atMs > nowMs + CLOCKS_APART_MS;
  });
  const owner = ownerClientId === null ? null : plainWords(Buffer.from(ownerClientId), secrets);
  const isAnothers =
    owner !== null && fields.some(({ name, text }) => name === 'client_id' && text !== owner);
  return { outcome: isOutOfTime || isAnothers ? 'unclear' : 'active', fields };
}

/** Servers refuse credentials with 400, 401 with and without words, and 403. */
function outcomeOfError(
  status: number,
  body: Buffer,
  secrets: readonly SecretBytes[],
): InspectionOutcome {
  if (status === 401 || status === 403) return 'asker_refused';
  const error = status === 400 ? readOAuthError(body, secrets) : null;
  return error !== null && ASKER_REFUSED.has(error.label) ? 'asker_refused' : 'unclear';
}

function textOf(
  body: Buffer,
  { kind, start, end }: JsonMember,
  secrets: readonly SecretBytes[],
): string {
  if (kind !== 'string') return plainWords(body.subarray(start, end), secrets) ?? '';
  const said = decodeJsonString(body, start, end);
  const text = plainWords(said, secrets) ?? '';
  said.fill(0);
  return text;
}

/** RFC 7662 section 2.2: seconds since 1970, an integer; some servers write it as a text. Null for anything else. */
function timeOf(body: Buffer, { kind, start, end }: JsonMember): number | null {
  if ((kind !== 'number' && kind !== 'string') || end - start > 14) return null;
  const said = kind === 'string' ? decodeJsonString(body, start, end) : body.subarray(start, end);
  const text = said.toString('latin1');
  if (!/^-?\d{1,11}$/.test(text)) return null;
  const seconds = Number(text);
  return Number.isSafeInteger(seconds) && Math.abs(seconds) < MAX_SECONDS ? seconds * 1000 : null;
}
