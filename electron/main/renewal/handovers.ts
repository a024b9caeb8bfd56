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
import { inOrder, type Step } from '../tokens/ledger/ledger.ts';
import { recordCredentialEvent, recordTokenEvent } from '../tokens/ledger/event-recording.ts';
import { chainOf, isHeldBack, type Attempts } from './renewal-plan.ts';
import { beginHandover, dropHandover, handOver, noteFailedRenewal } from './renewal-steps.ts';
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

interface HandoverPorts {
  readonly session: OpenSession;
  readonly requests: TokenRequests;
  readonly revocations: Revocations;
  readonly attempts: Map<string, Attempts>;
  /** Failures that are not on disk: it refused them, or nothing in them was new but their time. */
  readonly unsaved: Map<CredentialId, NonNullable<Renewal['lastFailure']>>;
}

interface Handovers {
  /** @param isOn asked again when the request's turn has come. */
  readonly renew: (renewal: Renewal, from: Token, isOn: () => boolean) => Promise<void>;
  readonly check: (renewal: Renewal, handover: Handover) => Promise<void>;
  readonly revoke: (renewal: Renewal, handover: Handover) => Promise<void>;
  readonly drop: (renewal: Renewal, handover: Handover) => Promise<void>;
}

export function createHandovers(ports: HandoverPorts): Handovers {
  const { session, requests, revocations, attempts, unsaved } = ports;
  const { vault, clock } = session;
  /** One that hangs must not hold a connection for each of hundreds of keys (docs/oauth-cases.md case 85). */
  const atHost = limitOfEach(AT_ONCE);

  function pause(key: string, pauseMs: number, failures: number, away = false): void {
    attempts.set(key, { failures, notBeforeMs: clock.monotonicMs() + pauseMs, away });
  }

  /** A save that failed is tried again like any other step: a disk stays full for hours. */
  function pauseAfterSave(key: string): void {
    const failures = (attempts.get(key)?.failures ?? 0) + 1;
    const pauseMs = CHECK_AGAIN_MS * 2 ** (failures - 1);
    pause(key, Math.min(pauseMs, LONGEST_SAVE_PAUSE_MS), failures);
  }

  async function save(key: string, contents: Step): Promise<boolean> {
    const saved = await vault.change({ contents });
    if (!saved.ok) pauseAfterSave(key);
    return saved.ok;
  }

  /** It came, and waits for the disk: what it belongs to goes on once it is saved. */
  function isUnsaved(id: TokenId): boolean {
    return session.texts.hasText(id) && findToken(session, id)?.issue === 'requested';
  }

  /**
   * The attempt is over; what it left behind goes with the note of its failure, in one save. Hundreds that fail
   * alike all night long write nothing.
   */
  async function failed(
    { credentialId: id }: Renewal,
    from: Token,
    failure: Failure,
    over: { readonly step?: Step; readonly stops: boolean },
  ): Promise<void> {
    const key = chainOf(from);
    const failures = (attempts.get(key)?.failures ?? 0) + 1;
    const atMs = clock.nowMs();
    const askedMs = (failure.facts?.retryAtMs ?? 0) - atMs;
    const { code } = failure;
    const away = unreachable.has(code) || impersonated.has(code) || code === 'automatic_paused';
    pause(key, Math.max(renewalPauseMs(failures), askedMs), failures, away);
    if (failure.code === 'renewals_frozen') return;
    const credential = session.index.credential(vault.contents(), id);
    const before = vault.contents().renewals.find(({ credentialId }) => credentialId === id);
    if (credential === undefined || before === undefined) return;
    const refusals = isRefusal(failure) ? before.refusals + 1 : before.refusals;
    const stops =
      over.stops ||
      refusals >= REFUSALS_STOP_RENEWAL ||
      credential.refusalsInARow >= REFUSALS_STOP_AUTOMATIC;
    unsaved.set(id, { atMs, failure });
    const isNew = before.lastFailure?.failure.code !== failure.code;
    if (!isNew && !stops && over.step === undefined && refusals === before.refusals) return;
    const told = noteFailedRenewal(id, { failure, atMs, refusals, stops });
    const saved = await vault.change({ contents: inOrder(over.step ?? SAME, told) });
    if (!saved.ok) return;
    unsaved.delete(id);
    const more = { by: 'app', failure: failure.code } as const;
    if (isNew) recordCredentialEvent(session, 'renewal_failed', credential, more);
    if (stops) recordCredentialEvent(session, 'renewal_stopped', credential, more);
  }

  /**
   * Revoked on arrival where the person ended the old token, or the credential, meanwhile (case 87); and where it may do
   * less than the old one (case 27).
   */
  function arrived(from: Token): (contents: ReturnType<typeof vault.contents>, to: Token) => Token {
    return (contents, to) => {
      const owner = session.index.credential(contents, from.credentialId);
      const old = session.index.token(contents, from.id);
      const unwanted =
        old?.revocation != null ||
        owner === undefined ||
        owner.removeWhenDead ||
        scopesLost(from, to).length > 0;
      return unwanted && owner?.accessType !== 'partner' ? withIntent(to, clock.nowMs()) : to;
    };
  }

  async function makeCurrent(renewal: Renewal, handover: Handover, word?: string): Promise<void> {
    const { credentialId: id } = renewal;
    const key = `check ${handover.toTokenId}`;
    const done = await save(key, handOver(id, handover, clock.nowMs()));
    const to = findToken(session, handover.toTokenId);
    if (!done || to === null) return;
    attempts.delete(key);
    unsaved.delete(id);
    recordTokenEvent(session, 'token_renewed', to, {
      by: 'app',
      ...(word === undefined ? {} : { word }),
    });
  }

  /** Nobody waits for this token any more. */
  const isOver = (id: TokenId): boolean =>
    session.closing.aborted || findToken(session, id)?.revocation !== null;

  /** In its turn at the host; nobody waits for that longer than the token before it lives. */
  async function tryOut(id: TokenId, host: string, patienceMs: number): Promise<Seen> {
    const late: Seen = { kind: 'unclear', failure: { code: 'cancelled' } };
    const begun = Promise.withResolvers<null>();
    let isLate = false;
    const trial = atHost(host)(async () => {
      begun.resolve(null);
      return isLate || isOver(id) ? late : await see(session, id, { by: 'app' });
    });
    isLate = (await within(clock, Math.max(0, patienceMs), begun.promise, 'late')) !== null;
    return isLate ? late : await trial;
  }

  return {
    async renew(renewal, from, isOn) {
      const { credentialId: id } = renewal;
      const place = findTokenPlace(session, from.id);
      const leftBeforeMs = session.expiries.remainingMs(from);
      const result = await requests.replace(from.id, {
        wanted() {
          const now = findToken(session, from.id);
          const ended = now === null || now.revocation !== null || now.supersededAtMs !== null;
          return (
            isOn() && !ended && place.ok && !isHeldBack(vault.contents(), place.value.credential)
          );
        },
        intent: (to) => beginHandover(id, from.id, to),
        arrived: arrived(from),
      });
      if (session.closing.aborted) return;
      const handover = vault
        .contents()
        .renewals.find(({ credentialId }) => credentialId === id)
        ?.handovers.find(({ fromTokenId, handedOverAtMs }) => {
          return fromTokenId === from.id && handedOverAtMs === null;
        });
      const over = handover !== undefined && !isUnsaved(handover.toTokenId);
      const step = over && { step: dropHandover(id, handover.toTokenId) };
      if (!result.ok) return await failed(renewal, from, result.failure, { ...step, stops: false });
      const to = successorIn(session, result, handover?.toTokenId ?? result.value, from);
      if (to.ok) return pause(chainOf(from), APART_MS, 0);
      const now = findToken(session, from.id);
      const gainedMs = ((now && session.expiries.remainingMs(now)) ?? 0) - (leftBeforeMs ?? 0);
      // The server gave the same token with a later end: that is as good as a new one.
      const isLonger = result.value === from.id && gainedMs > APART_MS;
      if (to.failure.code !== 'token_repeated' || !isLonger || handover === undefined) {
        return await failed(renewal, from, to.failure, { ...step, stops: false });
      }
      await save(chainOf(from), dropHandover(id, handover.toTokenId));
      pause(chainOf(from), APART_MS, 0);
    },
    async check(renewal, handover) {
      const { toTokenId } = handover;
      const key = `check ${toTokenId}`;
      const place = findTokenPlace(session, toTokenId);
      if (!place.ok) return pause(key, CHECK_AGAIN_MS, 0);
      const from = findToken(session, handover.fromTokenId);
      const { token, credential, target } = place.value;
      const seen = isVerifiable(token, credential.accessType)
        ? await tryOut(toTokenId, target.tradeUrl, mostLeftMs(session, from) - LAST_MOMENT_MS)
        : ({ kind: 'not_askable' } as const);
      if (isOver(toTokenId)) return;
      if (seen.kind === 'unsaved') return pauseAfterSave(key);
      const turn = turnAfter(seen.kind, mostLeftMs(session, from));
      if (turn === 'successor') return await makeCurrent(renewal, handover);
      if (turn === 'successor_unchecked') return await makeCurrent(renewal, handover, 'unchecked');
      if (seen.kind === 'refused') {
        const step = dropHandover(renewal.credentialId, toTokenId);
        const over = { step, stops: true };
        return await failed(renewal, from ?? token, seen.failure, over);
      }
      const failures = (attempts.get(key)?.failures ?? 0) + 1;
      pause(key, Math.min(CHECK_AGAIN_MS * 2 ** failures, LAST_MOMENT_MS / 2), failures);
    },
    async revoke({ credentialId: id }, handover) {
      const key = `revoke ${handover.fromTokenId}`;
      const from = findToken(session, handover.fromTokenId);
      if (from?.revocation === null && isRevocable(session, from)) {
        const asked = await revocations.revoke(from.id, 'app');
        if (!asked.ok) return pause(key, CHECK_AGAIN_MS, 0);
      }
      await save(key, dropHandover(id, handover.toTokenId));
    },
    async drop({ credentialId: id }, { toTokenId }) {
      if (isUnsaved(toTokenId)) pause(`check ${toTokenId}`, CHECK_AGAIN_MS, 0);
      else await save(`check ${toTokenId}`, dropHandover(id, toTokenId));
    },
  };
}
