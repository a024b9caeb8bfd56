// The token of a diagnosis: its own, written down before it is asked for like every other, checked, and
// revoked in the end whatever happened in between. Partner tokens cannot be revoked (docs/service.md 5.9).
import type { NotTriedReason } from '../../shared/diagnosis/diagnosis-view.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { TokenId } from '../domain/ids.ts';
import { pause } from '../domain/time-limit.ts';
import { isProvable } from '../domain/token-evidence.ts';
import type { Token } from '../domain/token.ts';
import type { CallFacts } from '../gateway/call-target.ts';
import { probe, saveCheck } from '../tokens/checks/probe.ts';
import type { Revocations } from '../tokens/revocation/revocations.ts';
import { findToken, findTokenPlace, type OpenSession } from '../tokens/open-session.ts';
import type { TokenRequests } from '../tokens/issuance/token-requests.ts';
import {
  failedWith,
  line,
  running,
  tokenSteps,
  untried,
  type CheckRun,
  type Checks,
  type Found,
} from './check-lines.ts';
import {
  checkCheck,
  clockCheck,
  issuedCheck,
  refusalCheck,
  refusedCheck,
  revokeCheck,
  scopeCheck,
} from './credential-checks.ts';
import { whatWasPrinted } from './secret-check.ts';

export interface TokenPorts {
  readonly session: OpenSession;
  readonly requests: TokenRequests;
  readonly revocations: Revocations;
}

/** How long the answer to the revocation, and the proof of death, are waited for. */
const REVOKED_WITHIN_MS = 30_000;
const DEAD_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 100;
/** Pause before a save that failed is tried again. */
const SAVE_AGAIN_MS = 5_000;

interface Got {
  readonly answered: CallFacts | null;
  /** Of every token that came; the first is the one that is looked at. */
  readonly ids: readonly TokenId[];
  readonly failure: Failure | null;
}

/** @param canCheck whether the host that who-am-I or positions is asked at was reached. */
export async function* checkOwnToken(ports: TokenPorts, run: CheckRun, canCheck: boolean): Checks {
  const { session } = ports;
  const { accessType } = run.place.credential;
  yield running('token', 'token');
  const { answered, ids, failure } = await getToken(ports, run);
  const printed = whatWasPrinted(session, run, failure);
  if (printed !== null) yield line('secret', 'command', printed);
  if (printed?.verdict === 'bad') return yield* untried('token', tokenSteps, 'no_secret');
  yield line('token', 'clock', clockCheck(answered));
  const [id] = ids;
  const token = id === undefined ? null : findToken(session, id);
  let checked: Found | null = null;
  try {
    if (token === null) {
      const shown: Failure = failure ?? { code: 'internal_error' };
      yield line('token', 'token', refusedCheck(accessType, shown, answered));
      return yield* untried('token', tokenSteps, 'no_token');
    }
    yield line('token', 'token', issuedCheck(accessType, token, answered));
    yield line('token', 'scope', scopeCheck(accessType, token));
    checked = yield* checkIt(ports, run, token, canCheck);
  } finally {
    if (id !== undefined) yield* revoke(ports, run, ids, canCheck, checked);
  }
  return undefined;
}

async function getToken({ session, requests }: TokenPorts, run: CheckRun): Promise<Got> {
  const { credential } = run.place;
  let answered: CallFacts | null = null;
  let ids: readonly TokenId[] = [];
  const result = await requests.requestApart(credential.id, run.scopes, {
    left: run.signal,
    answered(answer) {
      answered = answer.facts;
      ids = answer.tokenIds;
    },
    // Should the app end before the revocation is asked for, the next unlock asks for it.
    ...(credential.accessType === 'trader'
      ? { lease: { end: 'lock', setAtMs: session.clock.nowMs(), seconds: null } as const }
      : {}),
  });
  return { answered, ids, failure: result.ok ? null : result.failure };
}

/** What was found; null where it was not tried. */
async function* checkIt(
  ports: TokenPorts,
  { signal }: CheckRun,
  token: Token,
  canCheck: boolean,
): Checks<Found | null> {
  const isUsable = token.issue === 'issued';
  if (!isUsable || !canCheck || signal.aborted) {
    const because = signal.aborted ? 'stopped' : 'host_not_reached';
    yield* untried('token', ['check'], isUsable ? because : 'token_not_usable');
    return null;
  }
  yield running('token', 'check');
  const found = await check(ports, token.id, signal);
  if (found === null) yield* untried('token', ['check'], 'stopped');
  else yield line('token', 'check', found);
  return found;
}

/** Null where it was stopped meanwhile. */
async function check(
  { session }: TokenPorts,
  id: TokenId,
  signal: AbortSignal,
): Promise<Found | null> {
  const found = findTokenPlace(session, id);
  if (!found.ok) return failedWith(found.failure);
  const ends = AbortSignal.any([session.closing, signal]);
  const asked = await probe(session, found.value, (seen) => seen, ends);
  if (!asked.ok) return failedWith(asked.failure);
  if (signal.aborted) return null;
  const { check: seen, failure, facts } = asked.value;
  await saveCheck(session, id, seen, { by: 'person' });
  const { token, credential } = found.value;
  return checkCheck(credential.accessType, token, { ...seen, failure, facts });
}

/** Asked for whatever happened; once the person has stopped it, without waiting for the answer. */
async function* revoke(
  ports: TokenPorts,
  run: CheckRun,
  ids: readonly TokenId[],
  canCheck: boolean,
  checked: Found | null,
): Checks {
  const { session } = ports;
  if (run.place.credential.accessType === 'partner') {
    yield line('token', 'revoke', { verdict: 'amber', finding: 'revoke_impossible' });
    return yield* untried('token', ['refused'], 'not_revocable');
  }
  yield running('token', 'revoke');
  let isAsked = true;
  for (const each of ids) {
    const asked = await ports.revocations.revoke(each);
    if (asked.ok) continue;
    isAsked = false;
    void revokeLater(ports, each);
    yield line('token', 'revoke', { ...failedWith(asked.failure), finding: 'revoke_refused' });
  }
  if (!isAsked) return yield* untried('token', ['refused'], 'not_revoked');
  const [id] = ids;
  const after = id === undefined ? null : await onceAnswered(session, id, run.signal);
  if (after === null) return yield* untried('token', ['revoke', 'refused'], 'no_token');
  yield line('token', 'revoke', revokeCheck(after));
  const because = whyNotProven(after, run, canCheck, checked);
  if (because !== null) return yield* untried('token', ['refused'], because);
  return yield* proveDead(session, after.id, run.signal);
}

/** The token once its revocation was answered, or as it is when the time for that is over; null once it is forgotten. */
async function onceAnswered(
  session: OpenSession,
  id: TokenId,
  signal: AbortSignal,
): Promise<Token | null> {
  const endsMs = session.clock.monotonicMs() + REVOKED_WITHIN_MS;
  for (;;) {
    const token = findToken(session, id);
    const { acceptedAtMs = null, terminalFailure = null } = token?.revocation ?? {};
    const isAnswered = acceptedAtMs !== null || terminalFailure !== null;
    const isLate = session.clock.monotonicMs() >= endsMs;
    if (token === null || isAnswered || isLate || signal.aborted) return token;
    await pause(session.clock, LOOK_EVERY_MS);
  }
}

/** Null where asking with the token again would show that it is dead. */
function whyNotProven(
  token: Token,
  { place, signal }: CheckRun,
  canCheck: boolean,
  checked: Found | null,
): NotTriedReason | null {
  if (token.revocation?.acceptedAtMs == null) return signal.aborted ? 'stopped' : 'not_revoked';
  if (token.issue !== 'issued') return 'token_not_usable';
  if (!isProvable(token, place.credential.accessType)) return 'no_call_proves_it';
  if (!canCheck) return 'host_not_reached';
  if (signal.aborted) return 'stopped';
  const isUnclear = checked?.finding === 'check_unclear' || checked?.finding === 'failed';
  return isUnclear ? 'check_unclear' : null;
}

/** The intent could not be saved: it is tried until it is, and the token is not left alive meanwhile. */
async function revokeLater({ session, revocations }: TokenPorts, id: TokenId): Promise<void> {
  for (;;) {
    await pause(session.clock, SAVE_AGAIN_MS);
    const token = findToken(session, id);
    if (session.closing.aborted || token === null || token.revocation !== null) return;
    if ((await revocations.revoke(id, 'app')).ok) return;
  }
}

/** The proof goes on by itself, whether or not it is waited for (tokens/verification). */
async function* proveDead(session: OpenSession, id: TokenId, signal: AbortSignal): Checks {
  const beganMs = session.clock.monotonicMs();
  let shown = '';
  yield running('token', 'refused');
  for (;;) {
    const token = findToken(session, id);
    if (token === null) return yield* untried('token', ['refused'], 'no_token');
    const waitedMs = session.clock.monotonicMs() - beganMs;
    const found = refusalCheck(token, waitedMs);
    const isOver = found.verdict === 'good' || waitedMs >= DEAD_WITHIN_MS || signal.aborted;
    if (isOver) return yield line('token', 'refused', found);
    const news = JSON.stringify([found.finding, found.facts]);
    if (token.lastCheck !== null && news !== shown) {
      yield line('token', 'refused', { ...found, verdict: 'running' });
      shown = news;
    }
    await pause(session.clock, LOOK_EVERY_MS);
  }
}
