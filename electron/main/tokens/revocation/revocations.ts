// Revokes Trader tokens (docs/service.md 4, RFC 7009). The intent is durable before the first byte
// leaves; an answer that never came is asked for again, since revoking twice does no harm; acceptance
// starts the proof of death. At unlock every unfinished run goes on.
import { isDeepStrictEqual } from 'node:util';
import type { EnvironmentId, TokenId } from '../../domain/ids.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import { isProvenDead, outlivesRevocation } from '../../domain/death-proof.ts';
import type { Revocation, Token } from '../../domain/token.ts';
import type { GatewayTarget } from '../../gateway/call-target.ts';
import type { GatewayFailure, RevocationConnections, RevokeAnswer } from '../../gateway/gateway.ts';
import { fromGateway } from '../issuance/call-failure.ts';
import { editToken } from '../ledger/ledger.ts';
import { noteRefusal, recordTokenEvent, ofCall } from '../ledger/event-recording.ts';
import type { Seen } from './call-queue.ts';
import { endsTheRun, managerMayPass, seenBy } from './revocation-attempts.ts';
import { callRevoke, createPrintedSecrets } from './revocation-call.ts';
import { RevocationScheduler } from './revocation-scheduler.ts';
import {
  changeVault,
  findEnvironment,
  findToken,
  findTokenPlace,
  type OpenSession,
} from '../open-session.ts';
import { firstSent, withIntent } from './revocation-run-steps.ts';
import type { TokenEdits } from '../ledger/token-edits.ts';
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
  session: OpenSession,
  edits: TokenEdits,
  verifications: Verifications,
): Revocations {
  const connections = new OpenConnections(session, (id) => scheduler.widthChanged(id));
  const scheduler = new RevocationScheduler(session, {
    call: attempt,
    width: (id) => connections.width(id),
  });
  const secrets = createPrintedSecrets(session);
  /** From the moment a call is made until what it showed is saved: one at a time (case 106). */
  const busy = new Set<TokenId>();

  /** One call. Its place is free for the next as soon as the answer is there, saved or not. */
  async function attempt(id: TokenId): Promise<Seen> {
    const place = findTokenPlace(session, id);
    // Its gateway went while it waited for its turn: it waits for that.
    if (!place.ok) scheduler.add(id, 'in_order');
    const wanted = place.ok && isUnfinished(place.value.token.revocation);
    if (!wanted || busy.has(id) || session.closing.aborted) return { kind: 'nothing' };
    busy.add(id);
    const { environment } = place.value;
    const answer = await callRevoke(
      { session, secrets },
      place.value,
      (target, credential, token) =>
        connections.to(environment.id, target).revoke(credential, token),
    );
    if (session.closing.aborted) return { kind: 'nothing' };
    void recordEvent(id, answer);
    return answer.ok ? { kind: 'answered' } : seenBy(answer.failure);
  }

  async function recordEvent(
    id: TokenId,
    answer: Awaited<ReturnType<typeof callRevoke>>,
  ): Promise<void> {
    if (answer.ok) await noteAnswer(id, answer.value);
    else if ('unsendable' in answer.failure) await noteUnsendable(id, answer.failure.unsendable);
    else await noteFailure(id, answer.failure);
    busy.delete(id);
    // It goes back to the others of its client, who all wait for the secret manager (call-queue.ts).
    const waits = !answer.ok && 'unsendable' in answer.failure;
    if (waits && managerMayPass(answer.failure.unsendable)) scheduler.add(id, 'in_order');
    session.changed();
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
      if (session.closing.aborted || saved.failure.code === 'vault_locked') return false;
      await new Promise<void>((resume) => {
        session.clock.after(SAVE_AGAIN_MS, resume);
      });
    }
  }

  async function noteAnswer(id: TokenId, answer: RevokeAnswer): Promise<void> {
    const accepted = answer.verdict === 'accepted';
    const before = findToken(session, id);
    const nowMs = session.clock.nowMs();
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
    if (!accepted) noteRefusal(session, before, answer.facts, { ends: false });
    else
      recordTokenEvent(session, 'revoke_accepted', before, { ...ofCall(answer.facts), by: 'app' });
    if (accepted) verify(id);
    else scheduler.later(id);
  }

  async function noteUnsendable(id: TokenId, failure: Failure): Promise<void> {
    const before = findToken(session, id);
    // No revocation depends on one failure of a secret manager that was locked at the time.
    const mayPass = managerMayPass(failure);
    const noted = mayPass ? { lastFailure: failure } : { terminalFailure: failure };
    await editRun(id, (run) => ({ ...run, ...noted }), { sentAtMs: null });
    // A failure that is met again and again is told once.
    if (before !== null && before.revocation?.lastFailure?.code !== failure.code)
      recordTokenEvent(session, 'revoke_failed', before, { failure: failure.code, by: 'app' });
  }

  async function noteFailure(id: TokenId, failure: GatewayFailure): Promise<void> {
    const shown = fromGateway(failure, session.clock.nowMs());
    const answeredMs = session.clock.monotonicMs();
    const ends = endsTheRun(failure);
    const before = findToken(session, id);
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
    if (before !== null) noteRefusal(session, before, facts, { code, ends });
    if (ends) return;
    if (failure.retryAfterMs === null) return scheduler.later(id);
    // The server counts from its answer, however long that took to save.
    const sinceMs = session.clock.monotonicMs() - answeredMs;
    scheduler.afterPause(id, Math.max(0, failure.retryAfterMs - sinceMs), true);
  }

  function verify(id: TokenId): void {
    const token = findToken(session, id);
    const sinceMs = token?.revocation?.acceptedAtMs ?? null;
    if (token === null || sinceMs === null || isProvenDead(token)) return;
    verifications.start({ tokenId: id, sinceMs });
  }

  function begin(ids: readonly TokenId[]): void {
    const tokens = ids.map((id) => findToken(session, id)).filter((token) => token !== null);
    const toSend = tokens.filter(({ id, revocation }) => {
      return isUnfinished(revocation) && !busy.has(id) && !scheduler.waitsForServer(id);
    });
    for (const { id } of toSend) scheduler.add(id, 'in_order');
    for (const { id, revocation } of tokens) {
      if (revocation?.acceptedAtMs != null) verify(id);
    }
  }

  function unsent(ids: readonly TokenId[]): readonly TokenId[] {
    const isNew = (id: TokenId): boolean => findToken(session, id)?.revocation?.attempts === 0;
    return ids.filter((id) => isNew(id) && scheduler.isQueued(id));
  }

  return {
    async revoke(id, by = 'person') {
      const place = findTokenPlace(session, id);
      if (!place.ok) return place;
      const { token, credential } = place.value;
      if (credential.accessType === 'partner') return fail({ code: 'not_revocable_here' });
      if (!session.texts.hasText(id)) return fail({ code: 'token_text_gone' });
      if (busy.has(id)) return ok();
      if (isAccepted(token.revocation) && !outlivesRevocation(token)) {
        verify(id);
        return ok();
      }
      const nowMs = session.clock.nowMs();
      const saved = await changeVault(session, {
        contents: editToken(id, (now) => withIntent(now, nowMs)),
      });
      if (!saved.ok) return saved;
      recordTokenEvent(session, 'revoke_asked', token, { by });
      scheduler.add(id, 'now');
      verifications.before(id);
      return ok();
    },
    begin,
    unsent,
    halt: (ids) => new Set(unsent(ids).filter((id) => scheduler.halt(id))),
    resume() {
      begin(session.vault.contents().tokens.map(({ id }) => id));
    },
    nextAttemptAtMs: (id) => scheduler.nextAttemptAtMs(id),
    width: (id) => connections.width(id),
    hasMany: () => scheduler.hasMany(),
    close: () => scheduler.close(),
  };
}

const isAccepted = (run: Revocation | null): boolean =>
  run !== null && run.acceptedAtMs !== null && run.terminalFailure === null;

function isUnfinished(run: Revocation | null): boolean {
  return run !== null && run.acceptedAtMs === null && run.terminalFailure === null;
}

/** Before a connection is up: a few are asked for at once, until it shows how many it carries. */
const UNKNOWN_WIDTH = 16;

/** The connections that the revocations of each environment share, as long as it is reached as it was. */
class OpenConnections {
  readonly #session: OpenSession;
  readonly #onWidth: (id: EnvironmentId) => void;
  readonly #open = new Map<
    EnvironmentId,
    { readonly target: GatewayTarget; readonly connections: RevocationConnections }
  >();

  constructor(session: OpenSession, onWidth: (id: EnvironmentId) => void) {
    this.#session = session;
    this.#onWidth = onWidth;
    // At lock, calls under way have had their grace by then.
    session.closing.addEventListener('abort', () => {
      for (const { connections } of this.#open.values()) connections.close();
    });
  }

  to(id: EnvironmentId, target: GatewayTarget): RevocationConnections {
    const known = this.#open.get(id);
    // SECURITY(S35): compared as a whole: origin, authorities, proxy, its password, and whatever else a target has.
    if (known !== undefined && isSame(known.target, target)) return known.connections;
    known?.connections.close();
    const connections = this.#session.gateway.openRevocations(target, {
      isCurrent: () => this.#isCurrent(id, target),
      onWidth: () => this.#onWidth(id),
    });
    this.#open.set(id, { target, connections });
    return connections;
  }

  width(id: EnvironmentId): number {
    return this.#open.get(id)?.connections.width() ?? UNKNOWN_WIDTH;
  }

  #isCurrent(id: EnvironmentId, target: GatewayTarget): boolean {
    const now = findEnvironment(this.#session, id);
    return now.ok && isSame(now.value.target, target);
  }
}

const isSame = (a: GatewayTarget, b: GatewayTarget): boolean => a === b || isDeepStrictEqual(a, b);
