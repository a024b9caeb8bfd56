// Revokes Trader tokens (docs/service.md 4, RFC 7009). The intent is durable before the first byte
// leaves; an answer that never came is asked for again, since revoking twice does no harm; acceptance
// starts the proof of death. At unlock every unfinished run goes on.
import { isDeepStrictEqual } from 'node:util';
import type { EnvironmentId, TokenId } from '../../domain/ids.ts';
import { type Failure, gone } from '../../../shared/failures/failure.ts';
import { fail, ok, type Outcome } from '../../domain/result.ts';
import { pause } from '../../domain/time-limit.ts';
import { isProvenDead, outlivesRevocation } from '../../domain/death-proof.ts';
import type { Revocation, Token } from '../../domain/token.ts';
import type { GatewayTarget } from '../../gateway/call-target.ts';
import type { RevocationConnections } from '../../gateway/gateway-client.ts';
import type { GatewayFailure, RevokeAnswer } from '../../gateway/gateway.ts';
import { fromGateway } from '../issuance/call-failure.ts';
import { editToken } from '../ledger/ledger.ts';
import { noteRefusal, recordTokenEvent, ofCall } from '../ledger/event-recording.ts';
import type { Seen } from './call-queue.ts';
import { endsTheRun, managerMayPass, seenBy } from './revocation-attempts.ts';
import { callRevoke, createPrintedSecrets, type PrintedSecrets } from './revocation-call.ts';
import { RevocationScheduler } from './revocation-scheduler.ts';
import {
  changeVault,
  findEnvironment,
  findToken,
  findTokenPlace,
  findTokens,
  type OpenSession,
} from '../open-session.ts';
import { firstSent, withIntent } from './revocation-run-steps.ts';
import type { Verifications } from '../checks/verification.ts';

/** Pause before a save that failed is tried again. */
const SAVE_AGAIN_MS = 5_000;

export class Revocations {
  readonly #session: OpenSession;
  readonly #verifications: Verifications;
  readonly #connections: OpenConnections;
  readonly #scheduler: RevocationScheduler;
  readonly #secrets: PrintedSecrets;
  /** From the moment a call is made until what it showed is saved: one at a time (case 106). */
  readonly #busy = new Set<TokenId>();

  constructor(session: OpenSession, verifications: Verifications) {
    this.#session = session;
    this.#verifications = verifications;
    this.#secrets = createPrintedSecrets(session);
    this.#connections = new OpenConnections(session, (id) => this.#scheduler.look(id));
    this.#scheduler = new RevocationScheduler(session, {
      call: (id) => this.#attempt(id),
      width: (id) => this.width(id),
    });
  }

  /**
   * Saves the intent and starts; also "try now" for a run that waits or has failed, and once more for a token that
   * works although its revocation was accepted.
   */
  async revoke(id: TokenId, by: 'person' | 'app' = 'person'): Outcome {
    const session = this.#session;
    const place = findTokenPlace(session, id);
    if (!place.ok) return place;
    const { token, credential } = place.value;
    if (credential.accessType === 'partner') return fail({ code: 'no_call' });
    if (!session.texts.hasText(id)) return fail(gone('text'));
    if (this.#busy.has(id)) return ok();
    if (isAccepted(token.revocation) && !outlivesRevocation(token)) {
      this.#verify(id);
      return ok();
    }
    const nowMs = session.clock.nowMs();
    const saved = await changeVault(session, {
      contents: editToken(id, (now) => withIntent(now, nowMs)),
    });
    if (!saved.ok) return saved;
    recordTokenEvent(session, 'revoke_asked', token, { by });
    this.#scheduler.add(id, 'now');
    void this.#verifications.before(id);
    return ok();
  }

  /** Goes on with tokens whose intents are saved: the most dangerous first, a bounded number at once. */
  begin(ids: readonly TokenId[]): void {
    const tokens = findTokens(this.#session, ids);
    const toSend = tokens.filter(({ id, revocation }) => {
      return isUnfinished(revocation) && !this.#busy.has(id) && !this.#scheduler.waitsForServer(id);
    });
    for (const { id } of toSend) this.#scheduler.add(id, 'in_order');
    for (const { id, revocation } of tokens) {
      if (revocation?.acceptedAtMs != null) this.#verify(id);
    }
  }

  /** Those of which nothing was sent yet. */
  unsent(ids: readonly TokenId[]): readonly TokenId[] {
    const isNew = (id: TokenId): boolean =>
      findToken(this.#session, id)?.revocation?.attempts === 0;
    return ids.filter((id) => isNew(id) && this.#scheduler.isQueued(id));
  }

  /** Takes those out of the queue, and names them. */
  halt(ids: readonly TokenId[]): ReadonlySet<TokenId> {
    return new Set(this.unsent(ids).filter((id) => this.#scheduler.halt(id)));
  }

  /** At unlock: goes on with every run that is not finished. */
  resume(): void {
    this.begin(this.#session.vault.contents().tokens.map(({ id }) => id));
  }

  nextAttemptAtMs(id: TokenId): number | null {
    return this.#scheduler.nextAttemptAtMs(id);
  }

  /** Calls to this environment that may be under way at once right now. */
  width(id: EnvironmentId): number {
    return this.#connections.width(id);
  }

  close(): void {
    this.#scheduler.close();
  }

  /** One call. Its place is free for the next as soon as the answer is there, saved or not. */
  async #attempt(id: TokenId): Promise<Seen> {
    const session = this.#session;
    const place = findTokenPlace(session, id);
    // Its gateway went while it waited for its turn: it waits for that.
    if (!place.ok) this.#scheduler.add(id, 'in_order');
    const wanted = place.ok && isUnfinished(place.value.token.revocation);
    if (!wanted || this.#busy.has(id) || session.closing.aborted) return { kind: 'nothing' };
    this.#busy.add(id);
    const { environment } = place.value;
    const answer = await callRevoke(
      session,
      this.#secrets,
      place.value,
      (target, credential, token) =>
        this.#connections.to(environment.id, target).revoke(credential, token),
    );
    if (session.closing.aborted) return { kind: 'nothing' };
    void this.#note(id, answer);
    return answer.ok ? { kind: 'answered' } : seenBy(answer.failure);
  }

  async #note(id: TokenId, answer: Awaited<ReturnType<typeof callRevoke>>): Promise<void> {
    if (answer.ok) await this.#noteAnswer(id, answer.value);
    else if ('unsendable' in answer.failure)
      await noteUnsendable(this.#session, id, answer.failure.unsendable);
    else await this.#noteFailure(id, answer.failure);
    this.#busy.delete(id);
    // It goes back to the others of its client, who all wait for the secret manager (call-queue.ts).
    const waits = !answer.ok && 'unsendable' in answer.failure;
    if (waits && managerMayPass(answer.failure.unsendable)) this.#scheduler.add(id, 'in_order');
    this.#session.changed();
  }

  async #noteAnswer(id: TokenId, answer: RevokeAnswer): Promise<void> {
    const session = this.#session;
    const accepted = answer.verdict === 'accepted';
    const before = findToken(session, id);
    const nowMs = session.clock.nowMs();
    const saved = await editRun(
      session,
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
    if (accepted) this.#verify(id);
    else this.#scheduler.later(id);
  }

  async #noteFailure(id: TokenId, failure: GatewayFailure): Promise<void> {
    const session = this.#session;
    const shown = fromGateway(failure, session.clock.nowMs());
    const answeredMs = session.clock.monotonicMs();
    const ends = endsTheRun(failure);
    const before = findToken(session, id);
    const sent = failure.possiblyDone || failure.facts.status !== null;
    const saved = await editRun(
      session,
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
    if (failure.retryAfterMs === null) return this.#scheduler.later(id);
    // The server counts from its answer, however long that took to save.
    const sinceMs = session.clock.monotonicMs() - answeredMs;
    this.#scheduler.afterPause(id, Math.max(0, failure.retryAfterMs - sinceMs), true);
  }

  #verify(id: TokenId): void {
    const token = findToken(this.#session, id);
    const sinceMs = token?.revocation?.acceptedAtMs ?? null;
    if (token === null || sinceMs === null || isProvenDead(token)) return;
    this.#verifications.start(id, sinceMs);
  }
}

async function noteUnsendable(session: OpenSession, id: TokenId, failure: Failure): Promise<void> {
  const before = findToken(session, id);
  // No revocation depends on one failure of a secret manager that was locked at the time.
  const mayPass = managerMayPass(failure);
  const noted = mayPass ? { lastFailure: failure } : { terminalFailure: failure };
  await editRun(session, id, (run) => ({ ...run, ...noted }), { sentAtMs: null });
  // A failure that is met again and again is told once.
  if (before !== null && before.revocation?.lastFailure?.code !== failure.code)
    recordTokenEvent(session, 'revoke_failed', before, { failure: failure.code, by: 'app' });
}

/**
 * What an answer showed is saved until the disk takes it; till then it is not shown. False: the vault
 * was locked first, and the token is asked about again at unlock, which does no harm.
 */
async function editRun(
  session: OpenSession,
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
    const saved = await session.edits.edit(id, change, beside);
    if (saved.ok) return true;
    if (session.closing.aborted || saved.failure.code === 'vault_locked') return false;
    await pause(session.clock, SAVE_AGAIN_MS);
  }
}

const isAccepted = (run: Revocation | null): boolean =>
  run !== null && run.acceptedAtMs !== null && run.terminalFailure === null;

function isUnfinished(run: Revocation | null): boolean {
  return run !== null && run.acceptedAtMs === null && run.terminalFailure === null;
}

/** The connections that the revocations of each environment share, as long as it is reached as it was. */
class OpenConnections {
  readonly #session: OpenSession;
  readonly #onOpened: (id: EnvironmentId) => void;
  readonly #open = new Map<
    EnvironmentId,
    { readonly target: GatewayTarget; readonly connections: RevocationConnections }
  >();

  constructor(session: OpenSession, onOpened: (id: EnvironmentId) => void) {
    this.#session = session;
    this.#onOpened = onOpened;
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
    const connections = this.#session.gateway.openRevocations(
      target,
      () => this.#isCurrent(id, target),
      () => this.#onOpened(id),
    );
    this.#open.set(id, { target, connections });
    return connections;
  }

  width(id: EnvironmentId): number {
    return this.#open.get(id)?.connections.width() ?? 1;
  }

  #isCurrent(id: EnvironmentId, target: GatewayTarget): boolean {
    const now = findEnvironment(this.#session, id);
    return now.ok && isSame(now.value.target, target);
  }
}

const isSame = (a: GatewayTarget, b: GatewayTarget): boolean => a === b || isDeepStrictEqual(a, b);
