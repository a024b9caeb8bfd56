// The steps of one handover: ask for the new token, see whether it works, make it the current one,
// revoke the old one. Each saves what it found before the next begins; a step that failed is told and
// tried again later, and the token that works stays the current one.
import type { Failure } from '../../shared/failures/failure.ts';
import { REFUSALS_STOP_AUTOMATIC } from '../domain/credential.ts';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import { limitOfEach } from '../domain/limit.ts';
import type { Handover, Renewal } from '../domain/renewal.ts';
import {
  APART_MS,
  isRefusal,
  REFUSALS_STOP_RENEWAL,
  renewalPauseMs,
} from '../domain/renewal-time.ts';
import { within } from '../domain/time-limit.ts';
import { impersonated, unreachable } from '../domain/unreachable.ts';
import { isVerifiable, scopesLost } from '../domain/token-evidence.ts';
import type { Token } from '../domain/token.ts';
import { isRevocable } from '../tokens/ledger/housekeeping.ts';
import type { VaultContents } from '../vault/vault.ts';
import { editToken, inOrder, type Step } from '../tokens/ledger/ledger.ts';
import { recordCredentialEvent, recordTokenEvent } from '../tokens/ledger/event-recording.ts';
import { chainOf, isHeldBack, type Attempts } from './renewal-plan.ts';
import type { Revocations } from '../tokens/revocation/revocations.ts';
import { findToken, findTokenPlace, type OpenSession } from '../tokens/open-session.ts';
import {
  LAST_MOMENT_MS,
  mostLeftMs,
  see,
  successorIn,
  turnAfter,
  type Seen,
} from '../tokens/renew.ts';
import { withIntent } from '../tokens/revocation/revocation-run-steps.ts';
import { AT_ONCE } from '../tokens/issuance/background-scheduler.ts';
import type { TokenRequests } from '../tokens/issuance/token-requests.ts';

const CHECK_AGAIN_MS = 5_000;
const LONGEST_SAVE_PAUSE_MS = 60_000;
const SAME: Step = (before) => before;

export class Handovers {
  readonly #session: OpenSession;
  readonly #requests: TokenRequests;
  readonly #revocations: Revocations;
  /** One that hangs must not hold a connection for each of hundreds of keys (docs/oauth-cases.md case 85). */
  readonly #atHost = limitOfEach(AT_ONCE);
  /** What was tried since unlock, by chain or by step. */
  readonly attempts = new Map<string, Attempts>();
  /** Failures that are not on disk: it refused them, or nothing in them was new but their time. */
  readonly unsaved = new Map<CredentialId, NonNullable<Renewal['lastFailure']>>();

  constructor(session: OpenSession, requests: TokenRequests, revocations: Revocations) {
    this.#session = session;
    this.#requests = requests;
    this.#revocations = revocations;
  }

  #pause(key: string, pauseMs: number, failures: number, away = false): void {
    this.attempts.set(key, {
      failures,
      notBeforeMs: this.#session.clock.monotonicMs() + pauseMs,
      away,
    });
  }

  /** A save that failed is tried again like any other step: a disk stays full for hours. */
  #pauseAfterSave(key: string): void {
    const failures = (this.attempts.get(key)?.failures ?? 0) + 1;
    const pauseMs = CHECK_AGAIN_MS * 2 ** (failures - 1);
    this.#pause(key, Math.min(pauseMs, LONGEST_SAVE_PAUSE_MS), failures);
  }

  async #save(key: string, contents: Step): Promise<boolean> {
    const saved = await this.#session.vault.change({ contents });
    if (!saved.ok) this.#pauseAfterSave(key);
    return saved.ok;
  }

  /** It came, and waits for the disk: what it belongs to goes on once it is saved. */
  #isUnsaved(id: TokenId): boolean {
    return this.#session.texts.hasText(id) && findToken(this.#session, id)?.issue === 'requested';
  }

  /**
   * The attempt is over; what it left behind goes with the note of its failure, in one save. Hundreds that fail
   * alike all night long write nothing.
   */
  async #failed(
    { credentialId: id }: Renewal,
    from: Token,
    failure: Failure,
    over: { readonly step?: Step; readonly stops: boolean },
  ): Promise<void> {
    const session = this.#session;
    const key = chainOf(from);
    const failures = (this.attempts.get(key)?.failures ?? 0) + 1;
    const atMs = session.clock.nowMs();
    const askedMs = (failure.facts?.retryAtMs ?? 0) - atMs;
    const { code } = failure;
    const away = unreachable.has(code) || impersonated.has(code) || code === 'automatic_paused';
    this.#pause(key, Math.max(renewalPauseMs(failures), askedMs), failures, away);
    if (failure.code === 'renewals_frozen') return;
    const credential = session.index.credential(session.vault.contents(), id);
    const before = session.vault
      .contents()
      .renewals.find(({ credentialId }) => credentialId === id);
    if (credential === undefined || before === undefined) return;
    const refusals = isRefusal(failure) ? before.refusals + 1 : before.refusals;
    const stops =
      over.stops ||
      refusals >= REFUSALS_STOP_RENEWAL ||
      credential.refusalsInARow >= REFUSALS_STOP_AUTOMATIC;
    this.unsaved.set(id, { atMs, failure });
    const isNew = before.lastFailure?.failure.code !== failure.code;
    if (!isNew && !stops && over.step === undefined && refusals === before.refusals) return;
    const told = editRenewal(id, (now) => ({
      ...now,
      refusals,
      lastFailure: { atMs, failure },
      stoppedAtMs: stops ? atMs : now.stoppedAtMs,
    }));
    const saved = await session.vault.change({ contents: inOrder(over.step ?? SAME, told) });
    if (!saved.ok) return;
    this.unsaved.delete(id);
    const more = { by: 'app', failure: failure.code } as const;
    if (isNew) recordCredentialEvent(session, 'renewal_failed', credential, more);
    if (stops) recordCredentialEvent(session, 'renewal_stopped', credential, more);
  }

  async #makeCurrent(renewal: Renewal, handover: Handover, word?: string): Promise<void> {
    const session = this.#session;
    const { credentialId: id } = renewal;
    const key = `check ${handover.toTokenId}`;
    const done = await this.#save(key, handOver(id, handover, session.clock.nowMs()));
    const to = findToken(session, handover.toTokenId);
    if (!done || to === null) return;
    this.attempts.delete(key);
    this.unsaved.delete(id);
    recordTokenEvent(session, 'token_renewed', to, {
      by: 'app',
      ...(word === undefined ? {} : { word }),
    });
  }

  /** Nobody waits for this token any more. */
  #isOver(id: TokenId): boolean {
    return this.#session.closing.aborted || findToken(this.#session, id)?.revocation !== null;
  }

  /** In its turn at the host; nobody waits for that longer than the token before it lives. */
  async #tryOut(id: TokenId, host: string, patienceMs: number): Promise<Seen> {
    const late: Seen = { kind: 'unclear', failure: { code: 'cancelled' } };
    const begun = Promise.withResolvers<null>();
    let isLate = false;
    const trial = this.#atHost(host)(async () => {
      begun.resolve(null);
      return isLate || this.#isOver(id) ? late : await see(this.#session, id, { by: 'app' });
    });
    isLate =
      (await within(this.#session.clock, Math.max(0, patienceMs), begun.promise, 'late')) !== null;
    return isLate ? late : await trial;
  }

  /** @param isOn asked again when the request's turn has come. */
  async renew(renewal: Renewal, from: Token, isOn: () => boolean): Promise<void> {
    const session = this.#session;
    const { credentialId: id } = renewal;
    const place = findTokenPlace(session, from.id);
    const leftBeforeMs = session.expiries.remainingMs(from);
    const result = await this.#requests.replace(from.id, {
      wanted() {
        const now = findToken(session, from.id);
        const ended = now === null || now.revocation !== null || now.supersededAtMs !== null;
        return (
          isOn() &&
          !ended &&
          place.ok &&
          !isHeldBack(session.vault.contents(), place.value.credential)
        );
      },
      intent: (to) => beginHandover(id, from.id, to),
      arrived: (contents, to) => arrivedAs(session, contents, from, to),
    });
    if (session.closing.aborted) return;
    const handover = session.vault
      .contents()
      .renewals.find(({ credentialId }) => credentialId === id)
      ?.handovers.find(({ fromTokenId, handedOverAtMs }) => {
        return fromTokenId === from.id && handedOverAtMs === null;
      });
    const over = handover !== undefined && !this.#isUnsaved(handover.toTokenId);
    const step = over && { step: dropHandover(id, handover.toTokenId) };
    if (!result.ok)
      return await this.#failed(renewal, from, result.failure, { ...step, stops: false });
    const to = successorIn(session, result, handover?.toTokenId ?? result.value, from);
    if (to.ok) return this.#pause(chainOf(from), APART_MS, 0);
    const now = findToken(session, from.id);
    const gainedMs = ((now && session.expiries.remainingMs(now)) ?? 0) - (leftBeforeMs ?? 0);
    // The server gave the same token with a later end: that is as good as a new one.
    const isLonger = result.value === from.id && gainedMs > APART_MS;
    if (to.failure.code !== 'token_repeated' || !isLonger || handover === undefined) {
      return await this.#failed(renewal, from, to.failure, { ...step, stops: false });
    }
    await this.#save(chainOf(from), dropHandover(id, handover.toTokenId));
    this.#pause(chainOf(from), APART_MS, 0);
  }

  async check(renewal: Renewal, handover: Handover): Promise<void> {
    const session = this.#session;
    const { toTokenId } = handover;
    const key = `check ${toTokenId}`;
    const place = findTokenPlace(session, toTokenId);
    if (!place.ok) return this.#pause(key, CHECK_AGAIN_MS, 0);
    const from = findToken(session, handover.fromTokenId);
    const { token, credential, target } = place.value;
    const seen = isVerifiable(token, credential.accessType)
      ? await this.#tryOut(toTokenId, target.tradeUrl, mostLeftMs(session, from) - LAST_MOMENT_MS)
      : ({ kind: 'not_askable' } as const);
    if (this.#isOver(toTokenId)) return;
    if (seen.kind === 'unsaved') return this.#pauseAfterSave(key);
    const turn = turnAfter(seen.kind, mostLeftMs(session, from));
    if (turn === 'successor') return await this.#makeCurrent(renewal, handover);
    if (turn === 'successor_unchecked')
      return await this.#makeCurrent(renewal, handover, 'unchecked');
    if (seen.kind === 'refused') {
      const step = dropHandover(renewal.credentialId, toTokenId);
      const over = { step, stops: true };
      return await this.#failed(renewal, from ?? token, seen.failure, over);
    }
    const failures = (this.attempts.get(key)?.failures ?? 0) + 1;
    this.#pause(key, Math.min(CHECK_AGAIN_MS * 2 ** failures, LAST_MOMENT_MS / 2), failures);
  }

  async revoke({ credentialId: id }: Renewal, handover: Handover): Promise<void> {
    const key = `revoke ${handover.fromTokenId}`;
    const from = findToken(this.#session, handover.fromTokenId);
    if (from?.revocation === null && isRevocable(this.#session, from)) {
      const asked = await this.#revocations.revoke(from.id, 'app');
      if (!asked.ok) return this.#pause(key, CHECK_AGAIN_MS, 0);
    }
    await this.#save(key, dropHandover(id, handover.toTokenId));
  }

  async drop({ credentialId: id }: Renewal, { toTokenId }: Handover): Promise<void> {
    if (this.#isUnsaved(toTokenId)) this.#pause(`check ${toTokenId}`, CHECK_AGAIN_MS, 0);
    else await this.#save(`check ${toTokenId}`, dropHandover(id, toTokenId));
  }
}

/**
 * Revoked on arrival where the person ended the old token, or the credential, meanwhile (case 87); and where it may do
 * less than the old one (case 27).
 */
function arrivedAs(session: OpenSession, contents: VaultContents, from: Token, to: Token): Token {
  const owner = session.index.credential(contents, from.credentialId);
  const old = session.index.token(contents, from.id);
  const unwanted =
    old?.revocation != null ||
    owner === undefined ||
    owner.removeWhenDead ||
    scopesLost(from, to).length > 0;
  return unwanted && owner?.accessType !== 'partner' ? withIntent(to, session.clock.nowMs()) : to;
}

/** Null takes the renewal out. */
export const editRenewal =
  (id: CredentialId, edit: (renewal: Renewal) => Renewal | null): Step =>
  (before) => ({
    ...before,
    renewals: before.renewals.flatMap((each) =>
      each.credentialId === id ? (edit(each) ?? []) : each,
    ),
  });

export const putRenewal =
  (renewal: Renewal): Step =>
  (before) => ({
    ...before,
    renewals: [
      ...before.renewals.filter(({ credentialId }) => credentialId !== renewal.credentialId),
      renewal,
    ],
  });

const editHandovers = (
  id: CredentialId,
  edit: (handovers: readonly Handover[]) => readonly Handover[],
): Step => editRenewal(id, (now) => ({ ...now, handovers: edit(now.handovers) }));

/** The intent: saved with the row of the request. A lease goes over to the successor. */
const beginHandover = (id: CredentialId, from: TokenId, to: TokenId): Step =>
  inOrder(
    editHandovers(id, (handovers) => [
      ...handovers,
      { fromTokenId: from, toTokenId: to, handedOverAtMs: null },
    ]),
    (before) => {
      const lease = before.tokens.find((each) => each.id === from)?.lease;
      return lease === undefined ? before : editToken(to, (now) => ({ ...now, lease }))(before);
    },
  );

const dropHandover = (id: CredentialId, to: TokenId): Step =>
  editHandovers(id, (handovers) => handovers.filter(({ toTokenId }) => toTokenId !== to));

/** The new token becomes the current one. */
const handOver = (id: CredentialId, { fromTokenId, toTokenId }: Handover, atMs: number) =>
  inOrder(
    editToken(fromTokenId, (now) => ({ ...now, supersededAtMs: now.supersededAtMs ?? atMs })),
    editRenewal(id, (now) => ({
      ...now,
      refusals: 0,
      lastFailure: null,
      stoppedAtMs: null,
      handovers: now.handovers.map((each) =>
        each.toTokenId === toTokenId ? { ...each, handedOverAtMs: atMs } : each,
      ),
    })),
  );
