// Reads the answer of a token endpoint (RFC 6749 section 5.1; cases 12-33). A token that came is never lost, however
// odd its answer: it is kept, in quarantine where it must not be used, because only a kept token can be revoked.
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import { withoutUnseen } from '../../../shared/one-line.ts';
import { MOST_SCOPES } from '../../../shared/view-parts.ts';
import { type Anomaly, type QuarantineReason, traderScopes } from '../../../shared/words.ts';
import { namedLifetimeMs } from '../../domain/expiry.ts';
import { SecretBytes } from '../../domain/secret-bytes.ts';
import type { IssuedToken } from '../gateway.ts';
import { echoesOf, maskOf, PART_BYTES, type Mask } from '../redaction/redaction.ts';
import { isMeant, readAnswerJson, type AnswerObject } from './answer-json.ts';
import { isHtml } from './response-head.ts';

/** Longest token that is taken, in bytes. */
export const MAX_TOKEN_BYTES = 8 * 1024;
/** Of the texts in one answer. One is asked for; each of these is kept. */
const MAX_TOKENS = 16;
const MAX_RAW = 64;

/** Visible ASCII only (RFC 6750 section 2.1): line breaks in an Authorization header would forge others (case 23). */
export function isBearerText(bytes: Buffer): boolean {
  return bytes.length > 0 && bytes.every((byte) => byte > 0x20 && byte < 0x7f);
}

/** A token that came, before the facts of its call are put beside it. */
export type ReadToken = Omit<IssuedToken, 'facts'>;

type TokenReading =
  | { readonly kind: 'tokens'; readonly tokens: readonly [ReadToken, ...ReadToken[]] }
  /** A success that carries an error instead (case 31). */
  | { readonly kind: 'error' }
  | {
      readonly kind: 'failed';
      readonly code: GatewayFailureCode;
      /** A token may have been in it, unseen. */
      readonly unseenToken: boolean;
    };

interface TokenResponse {
  readonly status: number;
  readonly mediaType: string;
  readonly body: Buffer;
  readonly accessType: 'trader' | 'partner';
  readonly asked: readonly string[];
  readonly secrets: readonly SecretBytes[];
}

/**
 * What a token endpoint answered with a 2xx. A token that came is in the answer whatever else is wrong; it is then the
 * caller's to wipe. Without one, and without an error, a token may have been issued all the same.
 */
export function readTokenResponse(response: TokenResponse): TokenReading {
  const { body } = response;
  if (isBlank(body)) return { kind: 'failed', code: 'invalid_response', unseenToken: true };
  const reading = readAnswerJson(body);
  if (reading.kind === 'invalid') {
    // A page was not written by a token endpoint: a network that asks for a sign-in issues nothing.
    const unseenToken = !isHtml(response.mediaType) || namesToken(body);
    return { kind: 'failed', code: 'invalid_response', unseenToken };
  }
  const failed: TokenReading = {
    kind: 'failed',
    code: 'invalid_response',
    unseenToken: true,
  };
  if (reading.kind === 'other') return failed;
  const { object } = reading;
  const texts = textsOf(object);
  const error = object.value('error');
  if (texts.length === 0) {
    // Others than a text do not name a refusal where a token stands further down.
    const isError = typeof error === 'string' || !object.mentions('access_token');
    return isError && isMeant(error) ? { kind: 'error' } : failed;
  }
  const kept = texts.slice(0, MAX_TOKENS).map((text) => SecretBytes.take(Buffer.from(text)));
  const isMore = texts.length > MAX_TOKENS;
  const facts = factsOf(response, object, maskOf([...kept, ...response.secrets]), isMore);
  const anomalies: readonly Anomaly[] = isMore
    ? [...new Set([...facts.anomalies, 'unrequested_token_discarded' as const])]
    : facts.anomalies;
  const isAmbiguous = READ.some(object.isTwice) || isMeant(error);
  const [first, ...others] = kept.map((text) => ({
    ...facts,
    text,
    anomalies,
    quarantine: quarantineOf(response, text, isAmbiguous, isBearer(object.value('token_type'))),
  }));
  return first === undefined ? failed : { kind: 'tokens', tokens: [first, ...others] };
}

const READ = ['access_token', 'token_type', 'expires_in', 'scope', 'error'] as const;
const DISCARDED = ['refresh_token', 'id_token'] as const;

/** The texts of all access_token members, each once; those further down only where one is there twice (case 26). */
function textsOf(object: AnswerObject): readonly string[] {
  const written = object.isTwice('access_token') ? object.everyWritten('access_token') : [];
  const texts = [...written.map(textIn), object.value('access_token')];
  return [...new Set(texts)].filter((text) => typeof text === 'string' && text !== '') as string[];
}

function textIn(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return null;
  }
}

type Facts = Pick<ReadToken, 'grantedScopes' | 'lifetimeSeconds' | 'expiresInRaw' | 'anomalies'>;

function factsOf(
  { accessType, asked, mediaType }: TokenResponse,
  object: AnswerObject,
  mask: Mask,
  isMore: boolean,
): Facts {
  const lifetime = readLifetime(object);
  const raw = rawLifetime(object);
  const scope = object.isTwice('scope') ? null : object.value('scope');
  // Beside more tokens than are kept, any text may repeat one that is not.
  const isEcho = typeof scope === 'string' && (isMore || mask(scope) !== scope);
  const grant = readGrant(isEcho ? null : scope, accessType, asked);
  const anomalies: Anomaly[] = [...lifetime.anomalies, ...grant.anomalies];
  if (mediaType !== 'application/json') anomalies.push('content_type_unexpected');
  if (DISCARDED.some((name) => isMeant(object.value(name)))) {
    anomalies.push('unrequested_token_discarded');
  }
  return {
    grantedScopes: grant.scopes,
    lifetimeSeconds: lifetime.seconds,
    expiresInRaw: raw === null || isMore ? null : withoutUnseen(mask(raw)).slice(0, MAX_RAW),
    anomalies,
  };
}

/** What a token answer grants (RFC 6749 section 3.3). */
interface Grant {
  /** Null where the server said none, or nothing that means anything. */
  readonly scopes: readonly string[] | null;
  readonly anomalies: readonly Anomaly[];
}

const MAX_SCOPE_CHARACTERS = 200;
/** RFC 6749 appendix A.4: printable ASCII without space, quote and backslash. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/**
 * What the scope grants beside what was asked (cases 27, 28), compared letter by letter. In another form (small letters,
 * commas or plus signs in place of spaces) its meaning is unknown, so that a token that may trade never counts as one
 * that may not: then what was asked for counts.
 */
function readGrant(
  said: unknown,
  accessType: 'trader' | 'partner',
  asked: readonly string[],
): Grant {
  // Partner answers carry no scope (docs/service.md 2.5). An empty one says nothing.
  if (said === undefined || said === '') {
    return { scopes: null, anomalies: accessType === 'trader' ? ['scope_missing'] : [] };
  }
  const scopes = [...new Set(typeof said === 'string' ? said.split(' ') : [])];
  if (scopes.length === 0 || scopes.length > MOST_SCOPES || !scopes.every(isScope)) {
    return { scopes: null, anomalies: ['scope_malformed'] };
  }
  if (accessType === 'partner') return { scopes, anomalies: [] };
  const anomalies: Anomaly[] = [];
  if (asked.some((scope) => !scopes.includes(scope))) anomalies.push('scope_narrower');
  if (scopes.some((scope) => !asked.includes(scope))) anomalies.push('scope_wider');
  return { scopes, anomalies };
}

/** A name of its own, and none that is one of ours in another form. */
function isScope(text: string): boolean {
  if (!SCOPE.test(text) || text.length > MAX_SCOPE_CHARACTERS) return false;
  const known: readonly string[] = traderScopes;
  return known.includes(text) || !known.some((scope) => text.toUpperCase().includes(scope));
}

/** How long a token says it lives (RFC 6749 section 5.1). */
interface Lifetime {
  /** Whole seconds, from 1 to 30 days; null when unknown. */
  readonly seconds: number | null;
  readonly anomalies: readonly Anomaly[];
}

/** 30 days. No documented lifetime comes near; what is longer is not relied on. */
const MAX_PLAUSIBLE_SECONDS = 30 * 24 * 60 * 60;
const NUMBER = /^-?\d[\d.eE+-]*$/;
const DIGITS_AS_TEXT = /^"(\d{1,20})"$/;

/** Of several that are said, the longest counts, and unknown where one is: a token must not be taken for ended. */
function readLifetime(object: AnswerObject): Lifetime {
  if (object.value('expires_in') === undefined) {
    return { seconds: null, anomalies: ['expires_in_missing'] };
  }
  const written = object.isTwice('expires_in')
    ? object.everyWritten('expires_in')
    : [object.written('expires_in') ?? ''];
  const read = written.map(lifetimeOf);
  const all = read.flatMap(({ seconds }) => seconds ?? []);
  return {
    seconds: all.length === read.length ? Math.max(...all) : null,
    anomalies: [...new Set(read.flatMap(({ anomalies }) => anomalies))],
  };
}

/** As it is written; of several the longest that is named, since the token may live so long. Null where none is said. */
function rawLifetime(object: AnswerObject): string | null {
  const value = object.value('expires_in');
  const last = object.written('expires_in') ?? (value === undefined ? null : JSON.stringify(value));
  if (!object.isTwice('expires_in')) return last;
  const namedMs = (expiresInRaw: string | null): number =>
    namedLifetimeMs({ lifetimeSeconds: null, expiresInRaw }) ?? 0;
  return object
    .everyWritten('expires_in')
    .reduce((longest, each) => (namedMs(each) > namedMs(longest) ? each : longest), last);
}

/**
 * What one expires_in means (cases 15-20). A wrong guess either kills a key in the night or hammers the server, so
 * anything but a plain number of seconds is "unknown" and noted.
 * @param written JSON, as the server wrote it.
 */
function lifetimeOf(written: string): Lifetime {
  const [, digits] = DIGITS_AS_TEXT.exec(written) ?? [];
  if (digits === undefined && !NUMBER.test(written)) {
    return { seconds: null, anomalies: ['expires_in_invalid'] };
  }
  const seconds = Number(digits ?? written);
  const whole = Math.floor(seconds);
  const anomalies: Anomaly[] = digits === undefined ? [] : ['expires_in_text'];
  if (whole !== seconds) anomalies.push('expires_in_fraction');
  if (whole <= 0) anomalies.push('expires_in_not_positive');
  if (whole > MAX_PLAUSIBLE_SECONDS) anomalies.push('expires_in_too_long');
  // A server that gives no sensible end honours the token all the same (case 18): it is kept as one whose
  // end nobody knows, so that it can be checked and revoked.
  const isPlausible = whole > 0 && whole <= MAX_PLAUSIBLE_SECONDS;
  return { seconds: isPlausible ? whole : null, anomalies };
}

/** First reason that applies, the one that most limits what may be done with the token. */
function quarantineOf(
  { secrets, status }: TokenResponse,
  text: SecretBytes,
  isAmbiguous: boolean,
  isBearerType: boolean,
): QuarantineReason | null {
  if (text.length > MAX_TOKEN_BYTES) return 'token_too_large';
  if (!text.use(isBearerText)) return 'token_characters';
  if (secrets.some((secret) => isRepeated(secret, text))) return 'repeats_secret';
  if (isAmbiguous) return 'ambiguous_response';
  if (status !== 200) return 'unexpected_success_status';
  return isBearerType ? null : 'unsupported_token_type';
}

/**
 * Whether the token is the secret, or holds it whole, in any form a server may repeat it in. A stretch of it is
 * not enough: secrets and tokens of one service may begin alike.
 */
function isRepeated(secret: SecretBytes, text: SecretBytes): boolean {
  const token = text.use((bytes) => bytes.toString('latin1'));
  const forms = secret.use(echoesOf);
  return forms.some(
    (form) => token === form || (form.length >= PART_BYTES && token.includes(form)),
  );
}

/** RFC 6749 section 5.1: compared without regard to case (case 13). */
const isBearer = (type: unknown): boolean =>
  typeof type === 'string' && type.toLowerCase() === 'bearer';

const isBlank = (body: Buffer): boolean =>
  /^[ \t\r\n]*$/.test(body.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, ''));

/** Whether bytes name a token, in UTF-8 or UTF-16: then one may live unseen (U). */
const namesToken = (body: Buffer): boolean =>
  body.toString('latin1').replaceAll('\0', '').includes('access_token');
