// Gets tokens for programs: each is a token of its own, no wider than what was confirmed, and takes the place of the one
// before it only once it works. Holds nothing; what is kept of a hand-out is hand-outs.ts.
import type { Failure } from '../../shared/failures/failure.ts';
import { failureWords } from '../../shared/failures/failure-words.ts';
import type { TokenResponse } from '../../shared/hand-out/protocol.ts';
import type { AccessType, TraderScope } from '../../shared/words.ts';
import type { Clock } from '../domain/clock.ts';
import { REFUSALS_STOP_AUTOMATIC } from '../domain/credential.ts';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { isVerifiable } from '../domain/token-evidence.ts';
import type { Token } from '../domain/token.ts';
import { isHeldBack } from '../renewal/renewal-plan.ts';
import type { SessionServices } from '../session/session-services.ts';
import { findToken } from '../tokens/open-session.ts';
import { mostLeftMs, see, successorIn, turnAfter } from '../tokens/renew.ts';
import { recordTokenEvent } from '../tokens/ledger/event-recording.ts';
import { refused, runSentences, type Refused } from './hand-out-words.ts';
import { isToRenew, type ClientPatience, type ProgramPace } from './renewal-pace.ts';

export interface HandOutOrder {
  readonly credentialId: CredentialId;
  readonly label: string;
  readonly accessType: AccessType;
  readonly scopes: readonly TraderScope[];
  /** As it is shown: `python3 bot.py`. */
  readonly program: string;
  readonly forSeconds: number | null;
}

export interface TokenPorts {
  readonly clock: Clock;
  readonly patience: ClientPatience;
  /** Now, or at the next unlock. */
  readonly revoke: (ids: readonly TokenId[], accessType: AccessType) => void;
}

/** Whose token is to be renewed. */
export interface Holder extends HandOutOrder {
  readonly pace: ProgramPace;
  readonly tokenIds: readonly TokenId[];
  /** A successor that nobody has been given: no call has shown yet that it works. */
  next: TokenId | null;
  /** Aborted as the hand-out ends. */
  readonly ended: AbortSignal;
}

export function currentOf({ session }: SessionServices, ids: readonly TokenId[]): Token | null {
  const id = ids.at(-1);
  return id === undefined ? null : findToken(session, id);
}

/** RFC 6749 section 5.1, with what is left of its life. */
export function answerOf(services: SessionServices, token: Token): Result<TokenResponse, Refused> {
  const opened = services.session.texts.openText(token.id);
  if (!opened.ok) return refused('gateway_refused');
  const text = opened.value.use((bytes) => bytes.toString());
  opened.value.wipe();
  const leftMs = services.session.expiries.remainingMs(token);
  return ok({
    access_token: text,
    token_type: 'Bearer',
    ...(leftMs === null ? {} : { expires_in: Math.max(0, Math.floor(leftMs / 1000)) }),
    ...(token.grantedScopes === null ? {} : { scope: token.grantedScopes.join(' ') }),
  });
}

/** Why nothing is asked for just now, whoever asks; null where nothing is in the way. */
export function obstacleTo(
  { patience }: TokenPorts,
  { session }: SessionServices,
  id: CredentialId,
): Result<never, Refused> | null {
  const contents = session.vault.contents();
  const credential = session.index.credential(contents, id);
  if (credential === undefined) return refused('denied', runSentences.gone);
  if (isHeldBack(contents, credential)) return refused('denied', runSentences.heldBack);
  if (credential.refusalsInARow >= REFUSALS_STOP_AUTOMATIC || patience.isStopped(id)) {
    return refused('gateway_refused', runSentences.stopped);
  }
  return waits(patience.waitMs(id));
}

export const waits = (ms: number): Result<never, Refused> | null =>
  ms <= 0 ? null : refused('gateway_refused', runSentences.waits(Math.ceil(ms / 1000)));

/**
 * The server may grant more than was asked for (RFC 6749 section 3.3); the person confirmed what was asked for. Scopes in
 * another form may be any. Null where the token may do no more than was confirmed.
 */
// SECURITY(S50)
function unconfirmed(
  { grantedScopes, anomalies }: Token,
  { accessType, scopes }: HandOutOrder,
): string | null {
  if (accessType !== 'trader') return null;
  if (anomalies.includes('scope_malformed')) return runSentences.unclearScope;
  const isWider = grantedScopes?.some((granted) => !scopes.some((scope) => scope === granted));
  return isWider === true ? runSentences.wider : null;
}

/**
 * A new token on its own row, with a lease that its program's end ends.
 * @param before the one that it is to succeed; null for the first.
 */
export async function mint(
  { clock, patience, revoke }: TokenPorts,
  services: SessionServices,
  order: HandOutOrder,
  before: Token | null,
  ended: AbortSignal,
): Promise<Result<Token, Refused>> {
  const { credentialId: id, accessType } = order;
  const came: TokenId[] = [];
  const answer = await services.requests.requestApart(id, order.scopes, {
    answered: ({ tokenIds }) => came.push(...tokenIds),
    ...(accessType === 'trader'
      ? { lease: { end: 'program', setAtMs: clock.nowMs(), seconds: null } as const }
      : {}),
    left: ended,
  });
  const token = answer.ok ? findToken(services.session, answer.value) : null;
  const others = came.filter((each) => each !== token?.id);
  if (others.length > 0) revoke(others, accessType);
  const fit = answer.ok ? successorOf(services, answer.value, before) : answer;
  const excess = fit.ok ? unconfirmed(fit.value, order) : null;
  if (fit.ok && !ended.aborted && excess === null) return fit;
  if (token !== null) revoke([token.id], accessType);
  // What was cut off here says nothing of the gateway.
  if (ended.aborted || services.session.closing.aborted) return refused('gateway_refused');
  const failure: Failure = fit.ok ? { code: 'token_unusable' } : fit.failure;
  patience.failed(id, failure);
  if (excess !== null) return refused('gateway_refused', excess);
  if (failure.code === 'token_unusable') return refused('gateway_refused');
  const { what, todo } = failureWords(failure);
  return refused('gateway_refused', `${what} ${todo}`);
}

function successorOf(
  { session }: SessionServices,
  id: TokenId,
  before: Token | null,
): Result<Token> {
  const came = successorIn(session, ok(id), id, before);
  return came.ok && came.value.revocation !== null ? fail({ code: 'token_unusable' }) : came;
}

/** Whether a token that a call refused, as its program says, is to be replaced: the gateway is asked where it can be. */
async function isOver(
  services: SessionServices,
  { pace, accessType }: Holder,
  token: Token,
): Promise<Result<boolean, Refused>> {
  if (!pace.mayLook()) return ok(false);
  // A call may be refused for what it asks.
  if (!isVerifiable(token, accessType)) return ok(pace.mayReplace(false));
  const check = await services.checks.check(token.id);
  if (!check.ok || check.value.outcome !== 'refused') return ok(false);
  return pace.mayReplace(true) ? ok(true) : refused('gateway_refused', runSentences.replaced);
}

/**
 * The token that the program is to use now: the one it has, or a new one that was found to work. Whatever fails leaves it
 * the one it has, as long as that lives.
 */
export async function tokenToUse(
  ports: TokenPorts,
  services: SessionServices,
  holder: Holder,
  isRefused: boolean,
): Promise<Result<Token, Refused>> {
  const { accessType, credentialId: id, ended, pace } = holder;
  const { session } = services;
  const old = currentOf(services, holder.tokenIds);
  if (old === null || old.revocation !== null) return refused('denied', runSentences.revokedHere);
  const isOld = isToRenew(session.expiries.remainingMs(old), old.lifetimeSeconds);
  const over = isRefused ? await isOver(services, holder, old) : ok(false);
  if (ended.aborted) return refused('denied', runSentences.revoked);
  if (!over.ok) return over;
  if (!isOld && !over.value) return ok(old);
  const isGone = over.value || mostLeftMs(session, old) <= 0;
  const obstacle = obstacleTo(ports, services, id) ?? waits(over.value ? 0 : pace.waitMs());
  if (obstacle !== null) return isGone ? obstacle : ok(old);
  const waiting = holder.next === null ? null : successorOf(services, holder.next, old);
  const made = waiting?.ok ? waiting : await mint(ports, services, holder, old, ended);
  if (!made.ok) {
    if (ended.aborted) return refused('denied', runSentences.revoked);
    return isGone ? made : ok(old);
  }
  const fresh = made.value;
  const seen = await see(session, fresh.id, { by: 'app' });
  if (ended.aborted) {
    ports.revoke([fresh.id], accessType);
    return refused('denied', runSentences.revoked);
  }
  const turn = turnAfter(seen.kind, isGone ? 0 : mostLeftMs(session, old));
  holder.next = turn === 'both_stay' ? fresh.id : null;
  if (turn === 'old') {
    ports.revoke([fresh.id], accessType);
    ports.patience.failed(id, { code: 'token_refused' });
    return isGone ? refused('gateway_refused', runSentences.refusesFresh) : ok(old);
  }
  pace.issued();
  if (turn === 'both_stay') return ok(old);
  ports.patience.succeeded(id);
  const { program } = holder;
  recordTokenEvent(session, 'token_renewed', fresh, { by: 'app', program });
  return ok(fresh);
}
