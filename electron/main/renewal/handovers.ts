// The steps of one handover: ask for the new token, see whether it works, make it the current one,
// revoke the old one. Each saves what it found before the next begins; a step that failed is told and
// tried again later, and the token that works stays the current one.
import type { Failure } from '../../shared/failures/failure.ts';
import { showsWorking } from '../../shared/tokens/check-outcome.ts';
import { REFUSALS_STOP_AUTOMATIC } from '../domain/credential.ts';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import type { Handover, Renewal } from '../domain/renewal.ts';
import {
  APART_MS,
  isRefusal,
  REFUSALS_STOP_RENEWAL,
  renewalPauseMs,
} from '../domain/renewal-time.ts';
import { impersonated, unreachable } from '../domain/unreachable.ts';
import { cameWithoutTime, isVerifiable } from '../domain/token-evidence.ts';
import type { Token } from '../domain/token.ts';
import { isLive } from '../domain/token-life.ts';
import { saveCheck } from '../tokens/checks/probe.ts';
import { inOrder, type Step } from '../tokens/ledger/ledger.ts';
import { createNewTokenTrials } from './new-token-trials.ts';
import { recordCredentialEvent, recordTokenEvent } from '../tokens/ledger/event-recording.ts';
import { chainOf, isHeldBack, type Attempts } from './renewal-plan.ts';
import { beginHandover, dropHandover, handOver, noteFailedRenewal } from './renewal-steps.ts';
import type { Revocations } from '../tokens/revocation/revocations.ts';
import {
  findToken,
  findTokenPlace,
  type OpenSession,
  type TokenPlace,
} from '../tokens/open-session.ts';
import { withIntent } from '../tokens/revocation/revocation-run-steps.ts';
import type { TokenRequests } from '../tokens/issuance/token-requests.ts';
import type { UnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';

/** A new token nobody could ask about is handed over unchecked when the old one has this little left. */
const LAST_MOMENT_MS = 30_000;
const CHECK_AGAIN_MS = 5_000;
const LONGEST_SAVE_PAUSE_MS = 60_000;
const SAME: Step = (before) => before;

interface HandoverPorts {
  readonly session: OpenSession;
  readonly texts: UnsavedTokens;
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
  const { session, texts, requests, revocations, attempts, unsaved } = ports;
  const { vault, clock } = session;
  const trials = createNewTokenTrials(session, texts);

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
    return texts.hasText(id) && findToken(session, id)?.issue === 'requested';
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

  /** Revoked on arrival where the person ended the old token, or the credential, meanwhile (case 87). */
  function arrived(from: Token): (contents: ReturnType<typeof vault.contents>, to: Token) => Token {
    return (contents, to) => {
      const owner = session.index.credential(contents, from.credentialId);
      const old = session.index.token(contents, from.id);
      const unwanted = old?.revocation != null || owner === undefined || owner.removeWhenDead;
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

  /** Milliseconds for which the old token may still work: a refusal of it may come from a wall (token-evidence.ts). */
  function leftOf(from: Token | null): number {
    if (from === null) return 0;
    return session.expiries.remainingMs(from) ?? Infinity;
  }

  async function ask(renewal: Renewal, handover: Handover, place: TokenPlace): Promise<void> {
    const { token: to } = place;
    const from = findToken(session, handover.fromTokenId);
    const key = `check ${to.id}`;
    const check = await trials.tryOut(place, leftOf(from) - LAST_MOMENT_MS);
    if (trials.isOver(to.id)) return;
    if (check !== null) {
      const saved = await saveCheck(session, to.id, check, { by: 'app' });
      if (!saved.ok) return pauseAfterSave(key);
      if (showsWorking(check.outcome)) return await makeCurrent(renewal, handover);
      if (check.outcome === 'refused') {
        // The server refuses what it has just issued: another one would fare no better (case 90).
        const step = dropHandover(renewal.credentialId, to.id);
        const failure: Failure = { code: 'token_refused', facts: { status: 401 } };
        return await failed(renewal, from ?? to, failure, { step, stops: true });
      }
    }
    if (leftOf(from) <= LAST_MOMENT_MS) {
      return await makeCurrent(renewal, handover, 'unchecked');
    }
    const failures = (attempts.get(key)?.failures ?? 0) + 1;
    pause(key, Math.min(CHECK_AGAIN_MS * 2 ** failures, LAST_MOMENT_MS / 2), failures);
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
      const to = result.ok ? findToken(session, result.value) : null;
      const handover = vault
        .contents()
        .renewals.find(({ credentialId }) => credentialId === id)
        ?.handovers.find(({ fromTokenId, handedOverAtMs }) => {
          return fromTokenId === from.id && handedOverAtMs === null;
        });
      const over = handover !== undefined && !isUnsaved(handover.toTokenId);
      const step = over && { step: dropHandover(id, handover.toTokenId) };
      if (!result.ok) return await failed(renewal, from, result.failure, { ...step, stops: false });
      if (handover !== undefined && handover.toTokenId !== result.value) {
        // The server gave a token that is here already: nothing is handed over, and nothing may be revoked.
        const now = findToken(session, from.id);
        const gainedMs = (now && session.expiries.remainingMs(now)) ?? 0;
        if (result.value !== from.id || gainedMs <= (leftBeforeMs ?? 0) + APART_MS) {
          const failure: Failure = { code: 'token_repeated' };
          return await failed(renewal, from, failure, { ...step, stops: false });
        }
        await save(chainOf(from), dropHandover(id, handover.toTokenId));
        return pause(chainOf(from), APART_MS, 0);
      }
      const leftMs = to === null ? 0 : session.expiries.remainingMs(to);
      if (to?.issue !== 'issued' || cameWithoutTime(to) || (leftMs !== null && leftMs <= 0)) {
        const failure: Failure = { code: 'token_unusable' };
        return await failed(renewal, from, failure, { ...step, stops: false });
      }
      pause(chainOf(from), APART_MS, 0);
    },
    async check(renewal, handover) {
      const place = findTokenPlace(session, handover.toTokenId);
      if (!place.ok) return pause(`check ${handover.toTokenId}`, CHECK_AGAIN_MS, 0);
      const { token, credential } = place.value;
      if (isVerifiable(token, credential.accessType)) await ask(renewal, handover, place.value);
      else await makeCurrent(renewal, handover, 'unchecked');
    },
    async revoke({ credentialId: id }, handover) {
      const key = `revoke ${handover.fromTokenId}`;
      const from = findToken(session, handover.fromTokenId);
      const owner = session.index.credential(vault.contents(), id);
      const revocable =
        from !== null &&
        owner?.accessType === 'trader' &&
        from.revocation === null &&
        texts.hasText(from.id) &&
        isLive(session, vault.contents(), from);
      if (revocable) {
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
