// Revokes Trader tokens (docs/service.md 4, RFC 7009). The intent is durable before the first byte
// leaves; an answer that never came is asked for again, since revoking twice does no harm; acceptance
// starts the proof of death. At unlock every unfinished run goes on.
import type { EnvironmentId, TokenId } from '../../domain/ids.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import { isProvenDead, outlivesRevocation } from '../../domain/death-proof.ts';
import type { Revocation, Token } from '../../domain/token.ts';
import type { GatewayFailure, RevokeAnswer } from '../../gateway/gateway.ts';
import { fromGateway, fromVault } from '../issuance/call-failure.ts';
import { editToken } from '../ledger/ledger.ts';
import { noteRefusal, noteToken, ofCall } from '../ledger/event-recording.ts';
import { endsTheRun } from './revocation-attempts.ts';
import { callRevoke, type RevokeBy } from './revocation-call.ts';
import { createRevocationLanes, NO_ANSWER, type CallOutcome } from './revocation-scheduler.ts';
import { callsByEnvironment, findToken, findTokenPlace, type Room } from '../session-context.ts';
import { firstSent, withIntent } from './revocation-run-steps.ts';
import type { TokenEdits } from '../ledger/token-edits.ts';
import { createSharedSecrets } from '../issuance/shared-secrets.ts';
import type { UnsavedTokens } from '../ledger/unsaved-tokens.ts';
import type { Verifications } from '../checks/verification.ts';

/** Pause before a save that failed is tried again. */
const SAVE_AGAIN_MS = 5_000;

export interface Revocations {
  /**
   * Saves the intent and starts; also "try now" for a run that waits or has failed, and once more for a token that
   * works although its revocation was accepted.
   */
  readonly revoke: (id: TokenId, by?: 'person' | 'app') => Promise<Result<void, Failure>>;
  /** Goes on with tokens whose intents are saved: the most dangerous first, a bounded number at once. */
  readonly begin: (ids: readonly TokenId[]) => void;
  /** Opens connections for a press that may come: so many calls, by environment. Sends nothing. */
  readonly warm: (expected: ReadonlyMap<EnvironmentId, number>) => void;
  /** Those of which nothing was sent yet. */
  readonly unsent: (ids: readonly TokenId[]) => readonly TokenId[];
  /** Takes those out of the queue, and names them. */
  readonly halt: (ids: readonly TokenId[]) => ReadonlySet<TokenId>;
  /** At unlock: goes on with every run that is not finished. */
  readonly resume: () => void;
  readonly nextAttemptAtMs: (id: TokenId) => number | null;
  /** Calls to this environment that may be under way at once right now. */
  readonly width: (id: EnvironmentId) => number;
  /** So many calls wait or are under way that what tells of them must not hold them up. */
  readonly hasMany: () => boolean;
  readonly close: () => void;
}

export function createRevocations(
  room: Room,
  texts: UnsavedTokens,
  edits: TokenEdits,
  verifications: Verifications,
): Revocations {
  const lanes = createRevocationLanes(room, attempt);
  const secrets = createSharedSecrets(room.vault);
  /** From the moment a call is made until what it showed is saved: one at a time (case 106). */
  const busy = new Set<TokenId>();

  /** One call. Its place is free for the next as soon as the answer is there, saved or not. */
  async function attempt(id: TokenId, by: RevokeBy): Promise<CallOutcome> {
    const place = findTokenPlace(room, id);
    const wanted = place.ok && isUnfinished(place.value.token.revocation);
    if (!wanted || busy.has(id) || room.closing.aborted) return NO_ANSWER;
    busy.add(id);
    const answer = await callRevoke({ room, texts, secrets }, place.value, by);
    if (room.closing.aborted) return NO_ANSWER;
    void note(id, answer);
    if (answer.ok) return answer;
    return 'unsendable' in answer.failure ? NO_ANSWER : fail(answer.failure);
  }

  async function note(id: TokenId, answer: Awaited<ReturnType<typeof callRevoke>>): Promise<void> {
    if (answer.ok) await noteAnswer(id, answer.value);
    else if ('unsendable' in answer.failure) await noteUnsendable(id, answer.failure.unsendable);
    else await noteFailure(id, answer.failure);
    busy.delete(id);
    room.changed();
  }

  /**
   * What an answer showed is saved until the disk takes it; till then it is not shown. False: the vault
   * was locked first, and the token is asked about again at unlock, which does no harm.
   */
  async function editRun(
    id: TokenId,
    edit: (run: Revocation) => Revocation,
    seen: { readonly sentAtMs: number | null; readonly anomalies?: Token['anomalies'] },
  ): Promise<boolean> {
    const { sentAtMs, anomalies = [] } = seen;
    const change = (token: Token): Token => ({
      ...token,
      anomalies: [...new Set([...token.anomalies, ...anomalies])],
      revocation: token.revocation && edit(token.revocation),
    });
    const beside = sentAtMs === null ? undefined : firstSent(id, sentAtMs);
    for (;;) {
      const saved = await edits.edit(id, change, beside);
      if (saved.ok) return true;
      if (room.closing.aborted || saved.failure.code === 'vault_locked') return false;
      await new Promise<void>((resume) => {
        room.clock.after(SAVE_AGAIN_MS, resume);
      });
    }
  }

  async function noteAnswer(id: TokenId, answer: RevokeAnswer): Promise<void> {
    const accepted = answer.verdict === 'accepted';
    const before = findToken(room, id);
    const nowMs = room.clock.nowMs();
    const saved = await editRun(
      id,
      (run) => ({
        ...run,
        attempts: run.attempts + 1,
        acceptedAtMs: accepted ? (run.acceptedAtMs ?? nowMs) : run.acceptedAtMs,
        lastFailure: null,
      }),
      { sentAtMs: answer.facts.sentAtMs, anomalies: answer.anomalies },
    );
    if (!saved || before === null) return;
    if (!accepted) noteRefusal(room, before, answer.facts, { ends: false });
    else noteToken(room, 'revoke_accepted', before, { ...ofCall(answer.facts), by: 'app' });
    if (accepted) verify(id);
    else lanes.later(id);
  }

  async function noteUnsendable(id: TokenId, failure: Failure): Promise<void> {
    await editRun(id, (run) => ({ ...run, terminalFailure: failure }), { sentAtMs: null });
    const token = findToken(room, id);
    if (token !== null)
      noteToken(room, 'revoke_failed', token, { failure: failure.code, by: 'app' });
  }

  async function noteFailure(id: TokenId, failure: GatewayFailure): Promise<void> {
    const shown = fromGateway(failure, room.clock.nowMs());
    const answeredMs = room.clock.monotonicMs();
    const ends = endsTheRun(failure);
    const before = findToken(room, id);
    const sent = failure.possiblyDone || failure.facts.status !== null;
    const saved = await editRun(
      id,
      (run) => ({
        ...run,
        attempts: run.attempts + 1,
        lastFailure: ends ? null : shown,
        terminalFailure: ends ? shown : null,
      }),
      { sentAtMs: sent ? failure.facts.sentAtMs : null },
    );
    if (!saved) return;
    const { facts, code } = failure;
    if (before !== null) noteRefusal(room, before, facts, { code, ends });
    if (ends) return;
    if (failure.retryAfterMs === null) return lanes.later(id);
    // The server counts from its answer, however long that took to save.
    const sinceMs = room.clock.monotonicMs() - answeredMs;
    lanes.whenAsked(id, Math.max(0, failure.retryAfterMs - sinceMs));
  }

  function verify(id: TokenId): void {
    const place = findTokenPlace(room, id);
    if (!place.ok) return;
    const { token } = place.value;
    const sinceMs = token.revocation?.acceptedAtMs ?? null;
    if (sinceMs === null) return;
    // A quarantined token is never sent as Bearer, so nothing can be proven about it.
    if (token.issue !== 'issued' || isProvenDead(token)) return;
    verifications.start({ tokenId: id, sinceMs });
  }

  function begin(ids: readonly TokenId[]): void {
    const tokens = ids.map((id) => findToken(room, id)).filter((token) => token !== null);
    const toSend = tokens.filter(({ id, revocation }) => {
      return isUnfinished(revocation) && !busy.has(id) && !lanes.waitsForServer(id);
    });
    warm(callsByEnvironment(room, toSend));
    for (const { id } of toSend) lanes.add(id, 'in_order');
    for (const { id, revocation } of tokens) {
      if (revocation?.acceptedAtMs != null) verify(id);
    }
  }

  function unsent(ids: readonly TokenId[]): readonly TokenId[] {
    const isNew = (id: TokenId): boolean => findToken(room, id)?.revocation?.attempts === 0;
    return ids.filter((id) => isNew(id) && lanes.isQueued(id));
  }

  function warm(expected: ReadonlyMap<EnvironmentId, number>): void {
    for (const [id, calls] of expected) {
      const environment = room.index.environment(room.vault.contents(), id);
      const target = environment === undefined ? null : room.targetOf(environment);
      if (target !== null) lanes.warm(id, target, calls);
    }
  }

  return {
    async revoke(id, by = 'person') {
      const place = findTokenPlace(room, id);
      if (!place.ok) return place;
      const { token, credential } = place.value;
      if (credential.accessType === 'partner') return fail({ code: 'not_revocable_here' });
      if (!texts.hasText(id)) return fail({ code: 'token_text_gone' });
      if (busy.has(id)) return ok();
      if (isAccepted(token.revocation) && !outlivesRevocation(token)) {
        verify(id);
        return ok();
      }
      const nowMs = room.clock.nowMs();
      const saved = await room.vault.change({
        contents: editToken(id, (now) => withIntent(now, nowMs)),
      });
      if (!saved.ok) return fail(fromVault(saved.failure));
      noteToken(room, 'revoke_asked', token, { by });
      room.changed();
      lanes.add(id, 'now');
      verifications.before(id);
      return ok();
    },
    begin,
    warm,
    unsent,
    halt: (ids) => new Set(unsent(ids).filter(lanes.halt)),
    resume() {
      begin(room.vault.contents().tokens.map(({ id }) => id));
    },
    nextAttemptAtMs: lanes.nextAttemptAtMs,
    width: lanes.width,
    hasMany: lanes.hasMany,
    close: lanes.close,
  };
}

const isAccepted = (run: Revocation | null): boolean =>
  run !== null && run.acceptedAtMs !== null && run.terminalFailure === null;

function isUnfinished(run: Revocation | null): boolean {
  return run !== null && run.acceptedAtMs === null && run.terminalFailure === null;
}
