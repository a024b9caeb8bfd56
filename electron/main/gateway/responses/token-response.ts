// Reads the answer of a token endpoint (RFC 6749 section 5.1; cases 12-33) over its bytes. A token that
// came is never lost, however odd its answer: it is kept, in quarantine where it must not be used,
// because only a kept token can be revoked.
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import { withoutUnseen } from '../../../shared/one-line.ts';
import { type Anomaly, type QuarantineReason, traderScopes } from '../../../shared/words.ts';
import { SecretBytes } from '../../domain/secret-bytes.ts';
import { wipeableCopy } from '../../domain/wipeable-buffer.ts';
import { formsOf } from '../redaction/secret-encodings.ts';
import { redactRepeats, redactSecrets, PART_BYTES } from '../redaction/redaction.ts';
import { scanJsonObject, type JsonMember } from './json-scan.ts';
import { decodeJsonString } from './json-string.ts';
import { isBearerText, MAX_TOKEN_BYTES } from './token-text.ts';
import type { IssuedToken } from '../gateway.ts';
import { MOST_SCOPES } from '../../../shared/view-parts.ts';

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
 * What the scope grants beside what was asked (RFC 6749 section 3.3; cases 27, 28), compared letter by letter: a scope
 * in another case is another scope, so its meaning is unknown.
 * @param said the text of the scope, null where it is not a string, undefined where it is missing.
 */
function readGrant(
  said: string | null | undefined,
  accessType: 'trader' | 'partner',
  asked: readonly string[],
): Grant {
  if (said === undefined) {
    // Partner answers carry no scope (docs/service.md 2.5).
    return { scopes: null, anomalies: accessType === 'trader' ? ['scope_missing'] : [] };
  }
  const scopes = [...new Set(said === null ? [] : said.split(' '))];
  if (scopes.length === 0 || scopes.length > MOST_SCOPES || !scopes.every(isScope)) {
    return { scopes: null, anomalies: ['scope_malformed'] };
  }
  if (accessType === 'partner') return { scopes, anomalies: [] };
  const anomalies: Anomaly[] = [];
  if (asked.some((scope) => !scopes.includes(scope))) anomalies.push('scope_narrower');
  if (scopes.some((scope) => !asked.includes(scope))) anomalies.push('scope_wider');
  return { scopes, anomalies };
}

function isScope(text: string): boolean {
  const isKnown = (traderScopes as readonly string[]).includes(text);
  const looksKnown = (traderScopes as readonly string[]).includes(text.toUpperCase());
  return SCOPE.test(text) && text.length <= MAX_SCOPE_CHARACTERS && isKnown === looksKnown;
}

/** How long a token says it lives (RFC 6749 section 5.1). */
interface Lifetime {
  /** Whole seconds, from 1 to 30 days; null when unknown. */
  readonly seconds: number | null;
  readonly anomalies: readonly Anomaly[];
}

/** 30 days. No documented lifetime comes near; what is longer is not relied on. */
const MAX_PLAUSIBLE_SECONDS = 30 * 24 * 60 * 60;
const DIGITS = /^\d{1,20}$/;

/**
 * What expires_in means (RFC 6749 section 5.1; cases 15-20). A wrong guess either kills a key in the night or hammers
 * the server, so anything but a plain number of seconds is "unknown" and noted.
 * @param raw the value as written, JSON text, echoes masked.
 */
function readLifetime(member: JsonMember | undefined, raw: string): Lifetime {
  if (member === undefined) return { seconds: null, anomalies: ['expires_in_missing'] };
  const written = member.kind === 'number' ? Number(raw) : NaN;
  if (!Number.isNaN(written)) return lifetimeOf(written, []);
  const inside = raw.slice(1, -1);
  if (member.kind === 'string' && DIGITS.test(inside)) {
    return lifetimeOf(Number(inside), ['expires_in_text']);
  }
  return { seconds: null, anomalies: ['expires_in_invalid'] };
}

function lifetimeOf(written: number, noted: readonly Anomaly[]): Lifetime {
  const anomalies: Anomaly[] = [...noted];
  const whole = Math.floor(written);
  if (whole !== written) anomalies.push('expires_in_fraction');
  if (whole <= 0) anomalies.push('expires_in_not_positive');
  if (whole > MAX_PLAUSIBLE_SECONDS) anomalies.push('expires_in_too_long');
  // A server that gives no sensible end honours the token all the same (case 18): it is kept as one whose
  // end nobody knows, so that it can be checked and revoked.
  const isPlausible = whole > 0 && whole <= MAX_PLAUSIBLE_SECONDS;
  return { seconds: isPlausible ? whole : null, anomalies };
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

const READ = ['access_token', 'token_type', 'expires_in', 'scope', 'error'] as const;
const DISCARDED = ['refresh_token', 'id_token'] as const;
const WANTED: ReadonlySet<string> = new Set([...READ, ...DISCARDED]);
const MAX_RAW = 64;
/** Of the texts in one answer. One is asked for; each of these is kept, and looked for in the answer. */
const MAX_TOKENS = 16;
const MAX_READ_BYTES = 1_000;
const BEARER = Buffer.from('bearer');
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * What a token endpoint answered (RFC 6749 section 5.1). A token that came is in the answer whatever else
 * is wrong; its bytes are then the caller's to wipe.
 */
export function readTokenResponse(response: TokenResponse): TokenReading {
  const { status, body } = response;
  if (isBlank(body)) return { kind: 'failed', code: 'empty_response', unseenToken: true };
  const scan = scanJsonObject(body, WANTED);
  if (scan.kind === 'invalid') {
    return { kind: 'failed', code: 'not_json', unseenToken: mentionsToken(body) };
  }
  const members = scan.kind === 'object' ? scan.members : [];
  const named = (name: string): readonly JsonMember[] =>
    members.filter((member) => member.name === name);
  const { texts, isMore } = distinctTexts(body, named('access_token'));
  const [first, ...others] = texts;
  if (first === undefined) {
    const errors = named('error');
    const isHidden = mayHide(named('access_token')) && mentionsToken(body);
    // Only a text is an OAuth error: others put `"error":null` beside what they issued further down.
    const isError = isHidden ? errors.some(isText) : errors.length > 0;
    if (isError) return { kind: 'error' };
    const code = status === 200 ? 'invalid_response' : 'unexpected_status';
    return { kind: 'failed', code, unseenToken: isHidden };
  }
  const isAmbiguous = READ.some((name) => named(name).length > 1) || named('error').some(isMeant);
  const facts = factsOf(response, named, texts, isMore);
  const token = (text: SecretBytes): ReadToken => ({
    text,
    ...facts,
    quarantine: quarantineOf(response, text, isAmbiguous, isBearer(body, named('token_type')[0])),
  });
  return { kind: 'tokens', tokens: [token(first), ...others.map(token)] };
}

type Facts = Pick<ReadToken, 'grantedScopes' | 'lifetimeSeconds' | 'expiresInRaw' | 'anomalies'>;

function factsOf(
  response: TokenResponse,
  named: (name: string) => readonly JsonMember[],
  texts: readonly SecretBytes[],
  isMore: boolean,
): Facts {
  const { body, accessType, asked, mediaType } = response;
  const hidden = [...texts, ...response.secrets];
  // What else is in the answer may repeat a token that is not kept: nothing of it is taken.
  const [expiresIn] = isMore ? [] : named('expires_in');
  const raw = expiresIn === undefined ? '' : shortText(body, expiresIn, hidden);
  const lifetime = readLifetime(expiresIn, raw);
  const grant = readGrant(
    scopeText(body, isMore ? undefined : named('scope')[0], hidden),
    accessType,
    asked,
  );
  const anomalies: Anomaly[] = [...lifetime.anomalies, ...grant.anomalies];
  if (mediaType !== 'application/json') anomalies.push('content_type_unexpected');
  if (isMore || DISCARDED.some((name) => named(name).some(isMeant))) {
    anomalies.push('unrequested_token_discarded');
  }
  return {
    grantedScopes: grant.scopes,
    lifetimeSeconds: lifetime.seconds,
    expiresInRaw: expiresIn === undefined ? null : printable(raw),
    anomalies,
  };
}

/** First reason that applies, the one that most limits what may be done with the token. */
function quarantineOf(
  response: TokenResponse,
  text: SecretBytes,
  isAmbiguous: boolean,
  isBearerType: boolean,
): QuarantineReason | null {
  if (text.length > MAX_TOKEN_BYTES) return 'token_too_large';
  if (!text.use(isBearerText)) return 'token_characters';
  if (response.secrets.some((secret) => isRepeated(secret, text))) return 'repeats_secret';
  if (isAmbiguous) return 'ambiguous_response';
  if (response.status !== 200) return 'unexpected_success_status';
  return isBearerType ? null : 'unsupported_token_type';
}

/**
 * Whether the token is the secret, or holds it whole, in any form a server may repeat it in. A stretch of it is
 * not enough: secrets and tokens of one service may begin alike.
 */
function isRepeated(secret: SecretBytes, text: SecretBytes): boolean {
  const forms = secret.derived(formsOf);
  return text.use((bytes) =>
    forms.some((form) => (form.length < PART_BYTES ? bytes.equals(form) : bytes.includes(form))),
  );
}

/** The texts of all access_token members, each once, taken out of the body; the first of them. */
function distinctTexts(
  body: Buffer,
  members: readonly JsonMember[],
): { readonly texts: readonly SecretBytes[]; readonly isMore: boolean } {
  const texts: SecretBytes[] = [];
  for (const { kind, start, end } of members) {
    if (kind !== 'string' || end - start <= 2) continue;
    const bytes = decodeJsonString(body, start, end);
    const isKnown = texts.some((text) => text.use((known) => known.equals(bytes)));
    if (isKnown) {
      bytes.fill(0);
    } else if (texts.length === MAX_TOKENS) {
      bytes.fill(0);
      return { texts, isMore: true };
    } else {
      texts.push(SecretBytes.take(bytes));
    }
  }
  return { texts, isMore: false };
}

/** RFC 6749 section 5.1: compared without regard to case (case 13). */
function isBearer(body: Buffer, member: JsonMember | undefined): boolean {
  if (member?.kind !== 'string') return false;
  const text = decodeJsonString(body, member.start, member.end);
  const isSame =
    text.length === BEARER.length && BEARER.every((byte, at) => lower(text[at]) === byte);
  text.fill(0);
  return isSame;
}

/** Undefined where it is missing, null where it is no text or repeats what must stay hidden. */
function scopeText(
  body: Buffer,
  member: JsonMember | undefined,
  hidden: readonly SecretBytes[],
): string | null | undefined {
  if (member?.kind !== 'string') return member === undefined ? undefined : null;
  const said = decodeJsonString(body, member.start, member.end);
  // Longer than any list of scopes: not worth comparing.
  const isShown = said.length <= 8_192 && !redactRepeats(said, hidden);
  const text = isShown ? said.toString('utf8') : null;
  said.fill(0);
  return text;
}

/** An empty or null member says nothing. */
function isMeant({ kind, start, end }: JsonMember): boolean {
  return kind !== 'null' && !(kind === 'string' && end - start === 2);
}

/** A text that is not empty. */
const isText = (member: JsonMember): boolean => member.kind === 'string' && isMeant(member);

/** JSON as written, as far as it could mean anything, with echoes masked. */
function shortText(
  body: Buffer,
  { start, end }: JsonMember,
  hidden: readonly SecretBytes[],
): string {
  const masked = redactSecrets(body.subarray(start, Math.min(end, start + MAX_READ_BYTES)), hidden);
  const text = masked.toString('utf8');
  masked.fill(0);
  return text;
}

function printable(raw: string): string {
  return withoutUnseen(raw).slice(0, MAX_RAW);
}

/** Of an ASCII letter. */
function lower(byte = 0): number {
  return byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
}

function isBlank(body: Buffer): boolean {
  const start = body.subarray(0, 3).equals(UTF8_MARK) ? 3 : 0;
  return body.subarray(start).every((byte) => [0x20, 0x09, 0x0a, 0x0d].includes(byte));
}

/** Whether what stands under that name, or nowhere at the top, may have a token further down. */
const mayHide = (members: readonly JsonMember[]): boolean =>
  members.length === 0 ||
  members.some(
    ({ kind, start, end }) => (kind === 'object' || kind === 'array') && end - start > 2,
  );

/** Whether bytes name a token, in UTF-8 or UTF-16: then one may live unseen (U). */
function mentionsToken(body: Buffer): boolean {
  const narrow = wipeableCopy(body);
  let end = 0;
  for (const byte of body) if (byte !== 0) end = narrow.writeUInt8(byte, end);
  const mentions = narrow.subarray(0, end).includes('access_token');
  narrow.fill(0);
  return mentions;
}
