// The token of a ladder: its own, written down before it is asked for like every other, checked, and
// revoked in the end whatever happened in between. Partner tokens cannot be revoked (docs/service.md 5.9).
import type { Failure } from '../../shared/failures/failure.ts';
import type { TokenId } from '../domain/ids.ts';
import { withCheck } from '../domain/death-proof.ts';
import { isProvable } from '../domain/token-evidence.ts';
import type { Token } from '../domain/token.ts';
import type { CallFacts } from '../gateway/call-target.ts';
import { editToken } from '../tokens/ledger/ledger.ts';
import type { Leases } from '../renewal/leases.ts';
import { noteToken, ofCheck } from '../tokens/ledger/event-recording.ts';
import { probe } from '../tokens/checks/probe.ts';
import type { Revocations } from '../tokens/revocation/revocations.ts';
import { findToken, findTokenPlace, type Room } from '../tokens/session-context.ts';
import type { TokenRequests } from '../tokens/issuance/token-requests.ts';
import type { UnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';
import type { Ladder } from './connection-checks.ts';
import { failedWith } from './connection-checks.ts';
import { tokenSteps } from './check-lines.ts';
import {
  checkRung,
  clockRung,
  issuedRung,
  refusalRung,
  refusedRung,
  revokeRung,
  scopeRung,
} from './credential-checks.ts';

export interface TokenPorts {
  readonly room: Room;
  readonly texts: UnsavedTokens;
  readonly requests: TokenRequests;
  readonly revocations: Revocations;
  readonly leases: Leases;
}

/** How long the answer to the revocation, and the proof of death, are waited for. */
const REVOKED_WITHIN_MS = 30_000;
const DEAD_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 100;

interface Got {
  readonly answered: CallFacts | null;
  /** Of every token that came; the first is the one that is looked at. */
  readonly ids: readonly TokenId[];
  readonly failure: Failure | null;
}

/** @param canCheck whether the host that who-am-I or positions is asked at was reached. */
export async function climbWithToken(
  ports: TokenPorts,
  ladder: Ladder,
  canCheck: boolean,
): Promise<void> {
  const { room } = ports;
  const { rungs, signal } = ladder;
  const { credential } = ladder.place;
  const { accessType } = credential;

  const { answered, ids, failure } = await getToken(ports, ladder);
  rungs.fill('token', 'clock', clockRung(answered));
  const [id] = ids;
  const token = id === undefined ? null : findToken(room, id);
  try {
    if (token === null) {
      const shown: Failure = failure ?? { code: 'internal_error' };
      rungs.fill('token', 'token', refusedRung(accessType, shown, answered));
      return rungs.skip('token', tokenSteps, 'no_token');
    }
    rungs.fill('token', 'token', issuedRung(accessType, token, answered));
    rungs.fill('token', 'scope', scopeRung(accessType, token));
    if (token.issue !== 'issued') rungs.skip('token', ['check'], 'token_not_usable');
    else if (signal.aborted) rungs.skip('token', ['check'], 'stopped');
    else if (!canCheck) rungs.skip('token', ['check'], 'host_not_reached');
    else await check(ports, ladder, token.id);
  } finally {
    if (id !== undefined) await revoke(ports, ladder, [id, ...ids.slice(1)], canCheck);
  }
}

async function getToken({ requests, leases }: TokenPorts, ladder: Ladder): Promise<Got> {
  const { credential } = ladder.place;
  ladder.rungs.begin('token', 'token');
  let answered: CallFacts | null = null;
  let ids: readonly TokenId[] = [];
  const result = await requests.requestApart(credential.id, ladder.scopes, {
    signal: ladder.signal,
    answered(answer) {
      answered = answer.facts;
      ids = answer.tokenIds;
    },
  });
  // Should the app end before the revocation is asked for, the next unlock asks for it.
  if (credential.accessType === 'trader') {
    for (const id of ids) await leases.set(id, { end: 'lock' });
  }
  return { answered, ids, failure: result.ok ? null : result.failure };
}

async function check({ room, texts }: TokenPorts, ladder: Ladder, id: TokenId): Promise<void> {
  const { rungs, signal } = ladder;
  rungs.begin('token', 'check');
  const found = findTokenPlace(room, id);
  if (!found.ok) return rungs.fill('token', 'check', failedWith(found.failure));
  const ends = AbortSignal.any([room.closing, signal]);
  const asked = await probe(room, texts, found.value, (seen) => seen, ends);
  if (!asked.ok) return rungs.fill('token', 'check', failedWith(asked.failure));
  if (signal.aborted) return rungs.skip('token', ['check'], 'stopped');
  const { check: seen, failure, facts } = asked.value;
  await room.vault.change({
    contents: editToken(id, (now) =>
      withCheck(now, seen, room.expiries.proofWindow(now, seen.atMs)),
    ),
  });
  const { token, credential } = found.value;
  noteToken(room, 'token_checked', token, ofCheck(seen));
  room.changed();
  const checked = { ...seen, failure, facts };
  rungs.fill('token', 'check', checkRung(credential.accessType, token, checked));
}

/** Asked for whatever happened; once the person has stopped it, without waiting for the answer. */
async function revoke(
  ports: TokenPorts,
  ladder: Ladder,
  ids: readonly [TokenId, ...TokenId[]],
  canCheck: boolean,
): Promise<void> {
  const { room } = ports;
  const { rungs, signal, place } = ladder;
  const [id] = ids;
  const { accessType } = place.credential;
  if (accessType === 'partner') {
    rungs.fill('token', 'revoke', { verdict: 'amber', finding: 'revoke_impossible' });
    return rungs.skip('token', ['refused'], 'not_revocable');
  }
  rungs.begin('token', 'revoke');
  for (const each of ids) {
    const asked = await ports.revocations.revoke(each);
    if (asked.ok) continue;
    rungs.fill('token', 'revoke', { ...failedWith(asked.failure), finding: 'revoke_refused' });
    rungs.skip('token', ['refused'], 'not_revoked');
  }
  if (rungs.at('token', 'revoke').verdict !== 'running') return undefined;
  await until(ports, ladder, id, REVOKED_WITHIN_MS, ({ revocation }) => {
    return revocation?.acceptedAtMs != null || revocation?.terminalFailure != null;
  });
  const after = findToken(room, id);
  if (after === null) return rungs.skip('token', ['revoke', 'refused'], 'no_token');
  rungs.fill('token', 'revoke', revokeRung(after));
  if (after.revocation?.acceptedAtMs == null) {
    return rungs.skip('token', ['refused'], signal.aborted ? 'stopped' : 'not_revoked');
  }
  if (after.issue !== 'issued') return rungs.skip('token', ['refused'], 'token_not_usable');
  if (!isProvable(after, accessType)) {
    return rungs.skip('token', ['refused'], 'no_call_proves_it');
  }
  if (!canCheck) return rungs.skip('token', ['refused'], 'host_not_reached');
  if (signal.aborted) return rungs.skip('token', ['refused'], 'stopped');
  const { finding } = rungs.at('token', 'check');
  if (finding === 'check_unclear' || finding === 'failed') {
    return rungs.skip('token', ['refused'], 'check_unclear');
  }
  return await proveDead(ports, ladder, id);
}

/** The proof goes on by itself, whether or not it is waited for (tokens/verification). */
async function proveDead(ports: TokenPorts, ladder: Ladder, id: TokenId): Promise<void> {
  const { room } = ports;
  const { rungs } = ladder;
  const beganMs = room.clock.monotonicMs();
  const waitedMs = (): number => room.clock.monotonicMs() - beganMs;
  rungs.begin('token', 'refused');
  await until(ports, ladder, id, DEAD_WITHIN_MS, (token) => {
    const now = rungs.at('token', 'refused');
    const found = refusalRung(token, waitedMs());
    const isNews =
      token.lastCheck !== null &&
      (found.finding !== now.finding || found.facts?.[0]?.text !== now.facts[0]?.text);
    if (isNews) rungs.fill('token', 'refused', { ...found, verdict: 'running' });
    return found.verdict === 'good';
  });
  const last = findToken(room, id);
  if (last === null) rungs.skip('token', ['refused'], 'no_token');
  else rungs.fill('token', 'refused', refusalRung(last, waitedMs()));
}

async function until(
  { room }: TokenPorts,
  { signal }: Ladder,
  id: TokenId,
  withinMs: number,
  isSo: (token: Token) => boolean,
): Promise<void> {
  const endsMs = room.clock.monotonicMs() + withinMs;
  for (;;) {
    const token = findToken(room, id);
    if (token === null || isSo(token) || signal.aborted) return;
    if (room.clock.monotonicMs() >= endsMs) return;
    await new Promise<void>((resume) => {
      room.clock.after(LOOK_EVERY_MS, resume);
    });
  }
}
