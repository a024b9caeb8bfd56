// The token of a diagnosis: its own, written down before it is asked for like every other, checked, and
// revoked in the end whatever happened in between. Partner tokens cannot be revoked (docs/service.md 5.9).
import type { Failure } from '../../shared/failures/failure.ts';
import type { TokenId } from '../domain/ids.ts';
import { isProvable } from '../domain/token-evidence.ts';
import type { Token } from '../domain/token.ts';
import type { CallFacts } from '../gateway/call-target.ts';
import { endAtLock } from '../renewal/leases.ts';
import { probe, saveCheck } from '../tokens/checks/probe.ts';
import type { Revocations } from '../tokens/revocation/revocations.ts';
import { findToken, findTokenPlace, type OpenSession } from '../tokens/open-session.ts';
import type { TokenRequests } from '../tokens/issuance/token-requests.ts';
import type { UnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';
import type { CheckRun } from './connection-checks.ts';
import { failedWith } from './connection-checks.ts';
import { tokenSteps } from './check-lines.ts';
import { noteWhatWasPrinted } from './secret-check.ts';
import {
  checkCheck,
  clockCheck,
  issuedCheck,
  refusalCheck,
  refusedCheck,
  revokeCheck,
  scopeCheck,
} from './credential-checks.ts';

export interface TokenPorts {
  readonly session: OpenSession;
  readonly texts: UnsavedTokens;
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
export async function climbWithToken(
  ports: TokenPorts,
  checkRun: CheckRun,
  canCheck: boolean,
): Promise<void> {
  const { session } = ports;
  const { checks, signal } = checkRun;
  const { credential } = checkRun.place;
  const { accessType } = credential;

  const { answered, ids, failure } = await getToken(ports, checkRun);
  if (noteWhatWasPrinted(session, checkRun, failure) === 'none') {
    return checks.skip('token', tokenSteps, 'no_secret');
  }
  checks.fill('token', 'clock', clockCheck(answered));
  const [id] = ids;
  const token = id === undefined ? null : findToken(session, id);
  try {
    if (token === null) {
      const shown: Failure = failure ?? { code: 'internal_error' };
      checks.fill('token', 'token', refusedCheck(accessType, shown, answered));
      return checks.skip('token', tokenSteps, 'no_token');
    }
    checks.fill('token', 'token', issuedCheck(accessType, token, answered));
    checks.fill('token', 'scope', scopeCheck(accessType, token));
    if (token.issue !== 'issued') checks.skip('token', ['check'], 'token_not_usable');
    else if (signal.aborted) checks.skip('token', ['check'], 'stopped');
    else if (!canCheck) checks.skip('token', ['check'], 'host_not_reached');
    else await check(ports, checkRun, token.id);
  } finally {
    if (id !== undefined) await revoke(ports, checkRun, [id, ...ids.slice(1)], canCheck);
  }
}

async function getToken({ session, requests }: TokenPorts, checkRun: CheckRun): Promise<Got> {
  const { credential } = checkRun.place;
  checkRun.checks.begin('token', 'token');
  let answered: CallFacts | null = null;
  let ids: readonly TokenId[] = [];
  const result = await requests.requestApart(credential.id, checkRun.scopes, {
    left: checkRun.signal,
    answered(answer) {
      answered = answer.facts;
      ids = answer.tokenIds;
    },
    // Saved in the same step: should the app end before the revocation is asked for, the next unlock asks for it.
    arriving: (arrived) =>
      credential.accessType === 'trader'
        ? endAtLock(arrived, session.clock.nowMs())
        : (before) => before,
  });
  return { answered, ids, failure: result.ok ? null : result.failure };
}

async function check(
  { session, texts }: TokenPorts,
  checkRun: CheckRun,
  id: TokenId,
): Promise<void> {
  const { checks, signal } = checkRun;
  checks.begin('token', 'check');
  const found = findTokenPlace(session, id);
  if (!found.ok) return checks.fill('token', 'check', failedWith(found.failure));
  const ends = AbortSignal.any([session.closing, signal]);
  const asked = await probe(session, texts, found.value, (seen) => seen, ends);
  if (!asked.ok) return checks.fill('token', 'check', failedWith(asked.failure));
  if (signal.aborted) return checks.skip('token', ['check'], 'stopped');
  const { check: seen, failure, facts } = asked.value;
  await saveCheck(session, id, seen, { by: 'person' });
  const { token, credential } = found.value;
  const checked = { ...seen, failure, facts };
  checks.fill('token', 'check', checkCheck(credential.accessType, token, checked));
}

/** Asked for whatever happened; once the person has stopped it, without waiting for the answer. */
async function revoke(
  ports: TokenPorts,
  checkRun: CheckRun,
  ids: readonly [TokenId, ...TokenId[]],
  canCheck: boolean,
): Promise<void> {
  const { session } = ports;
  const { checks, signal, place } = checkRun;
  const [id] = ids;
  const { accessType } = place.credential;
  if (accessType === 'partner') {
    checks.fill('token', 'revoke', { verdict: 'amber', finding: 'revoke_impossible' });
    return checks.skip('token', ['refused'], 'not_revocable');
  }
  checks.begin('token', 'revoke');
  for (const each of ids) {
    const asked = await ports.revocations.revoke(each);
    if (asked.ok) continue;
    void revokeLater(ports, each);
    checks.fill('token', 'revoke', { ...failedWith(asked.failure), finding: 'revoke_refused' });
    checks.skip('token', ['refused'], 'not_revoked');
  }
  if (checks.at('token', 'revoke').verdict !== 'running') return undefined;
  await until(ports, checkRun, id, REVOKED_WITHIN_MS, ({ revocation }) => {
    return revocation?.acceptedAtMs != null || revocation?.terminalFailure != null;
  });
  const after = findToken(session, id);
  if (after === null) return checks.skip('token', ['revoke', 'refused'], 'no_token');
  checks.fill('token', 'revoke', revokeCheck(after));
  if (after.revocation?.acceptedAtMs == null) {
    return checks.skip('token', ['refused'], signal.aborted ? 'stopped' : 'not_revoked');
  }
  if (after.issue !== 'issued') return checks.skip('token', ['refused'], 'token_not_usable');
  if (!isProvable(after, accessType)) {
    return checks.skip('token', ['refused'], 'no_call_proves_it');
  }
  if (!canCheck) return checks.skip('token', ['refused'], 'host_not_reached');
  if (signal.aborted) return checks.skip('token', ['refused'], 'stopped');
  const { finding } = checks.at('token', 'check');
  if (finding === 'check_unclear' || finding === 'failed') {
    return checks.skip('token', ['refused'], 'check_unclear');
  }
  return await proveDead(ports, checkRun, id);
}

/** The intent could not be saved: it is tried until it is, and the token is not left alive meanwhile. */
async function revokeLater({ session, revocations }: TokenPorts, id: TokenId): Promise<void> {
  for (;;) {
    await new Promise<void>((resume) => {
      session.clock.after(SAVE_AGAIN_MS, resume);
    });
    const token = findToken(session, id);
    if (session.closing.aborted || token === null || token.revocation !== null) return;
    if ((await revocations.revoke(id, 'app')).ok) return;
  }
}

/** The proof goes on by itself, whether or not it is waited for (tokens/verification). */
async function proveDead(ports: TokenPorts, checkRun: CheckRun, id: TokenId): Promise<void> {
  const { session } = ports;
  const { checks } = checkRun;
  const beganMs = session.clock.monotonicMs();
  const waitedMs = (): number => session.clock.monotonicMs() - beganMs;
  checks.begin('token', 'refused');
  await until(ports, checkRun, id, DEAD_WITHIN_MS, (token) => {
    const now = checks.at('token', 'refused');
    const found = refusalCheck(token, waitedMs());
    const isNews =
      token.lastCheck !== null &&
      (found.finding !== now.finding || found.facts?.[0]?.text !== now.facts[0]?.text);
    if (isNews) checks.fill('token', 'refused', { ...found, verdict: 'running' });
    return found.verdict === 'good';
  });
  const last = findToken(session, id);
  if (last === null) checks.skip('token', ['refused'], 'no_token');
  else checks.fill('token', 'refused', refusalCheck(last, waitedMs()));
}

async function until(
  { session }: TokenPorts,
  { signal }: CheckRun,
  id: TokenId,
  withinMs: number,
  isSo: (token: Token) => boolean,
): Promise<void> {
  const endsMs = session.clock.monotonicMs() + withinMs;
  for (;;) {
    const token = findToken(session, id);
    if (token === null || isSo(token) || signal.aborted) return;
    if (session.clock.monotonicMs() >= endsMs) return;
    await new Promise<void>((resume) => {
      session.clock.after(LOOK_EVERY_MS, resume);
    });
  }
}
