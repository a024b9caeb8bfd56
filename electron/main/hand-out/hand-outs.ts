// Tokens that programs were given: each hand-out has a token of its own, which is renewed when its program asks and
// revoked when the program ends. Outlives a lock of the vault: what ends meanwhile is revoked at the next unlock, or
// at once where the person let its credential stay usable (locked-run.ts).
// Holds no token: texts are opened from the vault for one answer.
import { failureWords } from '../../shared/failures/failure-words.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { AccessType, TraderScope } from '../../shared/words.ts';
import type { Clock } from '../domain/clock.ts';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import { ok, type Result } from '../domain/result.ts';
import { isVerifiable } from '../domain/token-evidence.ts';
import type { Token } from '../domain/token.ts';
import { untilProgramEnds } from '../renewal/leases.ts';
import type { HandedOut } from '../session/session-ground.ts';
import type { SessionServices } from '../session/session-services.ts';
import { findToken } from '../tokens/open-session.ts';
import { recordTokenEvent } from '../tokens/ledger/event-recording.ts';
import { refused, runSentences, type Refused } from './hand-out-words.ts';
import { createDueRevocations } from './due-revocations.ts';
import type { Journals } from './locked-run-journal.ts';
import type { LockedRunEnd } from './locked-run.ts';
import { createLockedRuns, type LockableHand } from './locked-runs.ts';
import { graceMs, isToRenew, SAME_REFUSAL_MS } from './renewal-pace.ts';
import { tokenAnswer, type TokenAnswer } from './token-answer.ts';

interface HandOutOrder {
  readonly credentialId: CredentialId;
  readonly label: string;
  readonly accessType: AccessType;
  readonly scopes: readonly TraderScope[];
  /** As it is shown: `python3 bot.py`. */
  readonly program: string;
  readonly forSeconds: number | null;
  readonly throughLock: boolean;
  /** Its credential stays usable for it while the vault is locked. */
  readonly usableLocked: boolean;
}

interface HandOut extends HandOutOrder {
  /** Known to the program and to nobody else: worth as much as its token. */
  readonly run: string;
  readonly sinceMs: number;
  readonly untilMs: number | null;
  /** Every token of it, the current one last. */
  readonly tokenIds: readonly TokenId[];
}

export interface HandOuts {
  /** @param over called once, when the hand-out was ended here: by its time, a person, or a revocation run. */
  readonly begin: (
    order: HandOutOrder,
    over: () => void,
    caller: AbortSignal,
  ) => Promise<Result<{ readonly run: string; readonly token: TokenAnswer }, Refused>>;
  /** The token to use now. Gets a new one first where a third of its life is over, or a call refused it. */
  readonly token: (run: string, refused: boolean) => Promise<Result<TokenAnswer, Refused>>;
  /** The program has ended. */
  readonly end: (run: string) => void;
  readonly list: () => readonly HandOut[];
  /** Ended while the vault was locked: revoked at the next unlock. */
  readonly waiting: () => number;
  /** Those whose credential is usable while the vault is locked. */
  readonly usable: () => number;
  /** The credential stays usable for one program at most. */
  readonly isUsableFor: (id: CredentialId) => boolean;
  /** Ends those at once: by a person, or as the app quits. */
  readonly endUsable: () => Promise<void>;
  /** The machine goes to sleep: their secrets are wiped, and they wait for the unlock. */
  readonly letGo: () => void;
  /** What somebody else revoked is over for its program. */
  readonly reevaluate: () => void;
  /** The vault is open again. */
  readonly opened: () => void;
  readonly ofSession: HandedOut;
}

interface Kept extends HandOutOrder, LockableHand {
  readonly run: string;
  readonly sinceMs: number;
  readonly untilMs: number | null;
  readonly over: () => void;
  readonly control: AbortController;
  tokenIds: TokenId[];
  renewedAtMs: number;
  /** Each who asks meanwhile is given bytes of its own. */
  renewing: Promise<Result<Token, Refused>> | null;
  cancel: () => void;
}

interface HandOutPorts {
  readonly clock: Clock;
  readonly services: () => Result<SessionServices, Failure>;
  readonly newRun: () => string;
  readonly changed: () => void;
  /** As a revocation run is about to begin. */
  readonly frozen: () => void;
  readonly journals: Journals;
}

export function createHandOuts(ports: HandOutPorts): HandOuts {
  const { clock } = ports;
  const isOpen = (services: SessionServices): boolean => {
    const now = ports.services();
    return now.ok && now.value === services;
  };
  const kept = new Map<string, Kept>();
  const due = createDueRevocations({ ...ports, isOpen });
  const { revoke } = due;
  /** Hand-outs of which a first token is being asked for: a revocation run ends these too. */
  const beginning = new Set<AbortController>();
  const lockedRuns = createLockedRuns({ ...ports, hands: () => kept.values(), revoke });

  /** What a lock ends is counted with the leases that it ends. */
  const endedAtLock = new Set<TokenId>();
  const endingAtLock = (): readonly Kept[] =>
    [...kept.values()].filter((hand) => !hand.throughLock);
  const revocableOf = (hands: readonly Kept[]): readonly TokenId[] =>
    hands.flatMap(({ tokenIds, accessType }) => (accessType === 'trader' ? tokenIds : []));

  /** A new token on its own row, with a lease that its program's end ends. */
  async function mint(
    services: SessionServices,
    order: HandOutOrder,
    signal: AbortSignal,
  ): Promise<Result<Token, Refused>> {
    const came: TokenId[] = [];
    const answer = await services.requests.requestApart(order.credentialId, order.scopes, {
      answered: ({ tokenIds }) => came.push(...tokenIds),
      arriving: (ids) => (before) => ({
        ...before,
        leases: [
          ...before.leases,
          ...(order.accessType === 'partner'
            ? []
            : ids.map((id) => untilProgramEnds(id, clock.nowMs()))),
        ],
      }),
      left: signal,
    });
    const token = answer.ok ? findToken(services.session, answer.value) : null;
    const others = came.filter((id) => id !== token?.id);
    if (others.length > 0) revoke(others, order.accessType);
    if (token?.issue === 'issued' && token.revocation === null && !signal.aborted) return ok(token);
    if (token !== null) revoke([token.id], order.accessType);
    if (signal.aborted || answer.ok) return refused('gateway_refused');
    const { what, todo } = failureWords(answer.failure);
    return refused('gateway_refused', `${what} ${todo}`);
  }

  /** A lock in between leaves nothing to say of the gateway: then it is what a locked vault answers. */
  async function answerOnce(
    services: SessionServices,
    renewing: Promise<Result<Token, Refused>>,
    whenLocked: () => Promise<Result<TokenAnswer, Refused>>,
  ): Promise<Result<TokenAnswer, Refused>> {
    const renewed = await renewing;
    const answer = renewed.ok ? answerOf(services, renewed.value) : renewed;
    const isOfGateway = !answer.ok && answer.failure.why === 'gateway_refused';
    return isOfGateway && !isOpen(services) ? await whenLocked() : answer;
  }

  function finish(hand: Kept, tell: boolean, by: LockedRunEnd = 'program'): void {
    if (!kept.delete(hand.run)) return;
    hand.cancel();
    hand.control.abort();
    if (hand.locked === null) revoke(hand.tokenIds, hand.accessType);
    else lockedRuns.end(hand, hand.locked, by);
    if (tell) hand.over();
    ports.changed();
  }

  const usable = (): readonly Kept[] =>
    [...kept.values()].filter(({ locked }) => locked !== null && !locked.isOver());

  async function renew(
    services: SessionServices,
    hand: Kept,
    isRefused: boolean,
  ): Promise<Result<Token, Refused>> {
    const old = currentOf(services, hand);
    if (old === null) return refused('denied', runSentences.gone);
    const sure = isRefused && isVerifiable(old, hand.accessType);
    // A call may be refused for what it asks; then the token works, and stays.
    const check = sure ? await services.checks.check(old.id) : null;
    if (check?.ok === true && check.value.outcome === 'honoured') return ok(old);
    const made = await mint(services, hand, hand.control.signal);
    if (!kept.has(hand.run)) {
      if (made.ok) revoke([made.value.id], hand.accessType);
      return refused('denied', runSentences.revoked);
    }
    if (!made.ok) {
      const leftMs = services.session.expiries.remainingMs(old);
      return isRefused || (leftMs !== null && leftMs <= 0) ? made : ok(old);
    }
    const fresh = made.value;
    if (isVerifiable(fresh, hand.accessType)) {
      const tried = await services.checks.check(fresh.id);
      if (tried.ok && tried.value.outcome === 'refused') {
        revoke([fresh.id], hand.accessType);
        return refused('gateway_refused', runSentences.refusesFresh);
      }
    }
    hand.tokenIds.push(fresh.id);
    hand.renewedAtMs = clock.monotonicMs();
    // A Partner token cannot be revoked and lives until it expires.
    if (hand.accessType === 'trader') {
      clock.after(graceMs(old.lifetimeSeconds), () => {
        if (!kept.has(hand.run)) return;
        if (hand.locked !== null) return void hand.locked.retire(old.id);
        hand.tokenIds = hand.tokenIds.filter((id) => id !== old.id);
        revoke([old.id], hand.accessType);
      });
    }
    const { program } = hand;
    recordTokenEvent(services.session, 'token_renewed', fresh, { by: 'app', program });
    ports.changed();
    return ok(fresh);
  }

  const self: HandOuts = {
    async begin(order, over, caller) {
      const open = ports.services();
      if (!open.ok) return refused('locked');
      const control = new AbortController();
      beginning.add(control);
      const signal = AbortSignal.any([control.signal, caller]);
      const made = await mint(open.value, order, signal).finally(() => beginning.delete(control));
      // The lock has ended every hand-out that there was: this one would outlive it.
      if (!isOpen(open.value)) {
        if (made.ok) revoke([made.value.id], order.accessType);
        return refused('locked');
      }
      if (!made.ok) return made;
      const token = answerOf(open.value, made.value);
      if (!token.ok) {
        revoke([made.value.id], order.accessType);
        return token;
      }
      const sinceMs = clock.nowMs();
      const { forSeconds } = order;
      const hand: Kept = {
        ...order,
        run: ports.newRun(),
        sinceMs,
        untilMs: forSeconds === null ? null : sinceMs + forSeconds * 1000,
        over,
        control: new AbortController(),
        tokenIds: [made.value.id],
        renewedAtMs: clock.monotonicMs(),
        renewing: null,
        locked: null,
        cancel: () => undefined,
      };
      kept.set(hand.run, hand);
      if (forSeconds !== null) {
        hand.cancel = clock.after(forSeconds * 1000, () => finish(hand, true));
      }
      const { program } = order;
      recordTokenEvent(open.value.session, 'token_handed_out', made.value, { program });
      ports.changed();
      return ok({ run: hand.run, token: token.value });
    },
    async token(run, isRefused) {
      const hand = kept.get(run);
      if (hand === undefined) return refused('denied', runSentences.nothing);
      const open = ports.services();
      if (!open.ok) {
        const answer = await hand.locked?.token(isRefused);
        if (answer !== undefined && (answer.ok || answer.failure.why !== 'locked')) return answer;
        const isOpening = await lockedRuns.opening();
        return isOpening && ports.services().ok
          ? await self.token(run, isRefused)
          : refused('locked');
      }
      const again = (): Promise<Result<TokenAnswer, Refused>> => self.token(run, isRefused);
      if (hand.renewing !== null) return await answerOnce(open.value, hand.renewing, again);
      const { session } = open.value;
      const current = currentOf(open.value, hand);
      if (current === null || current.revocation !== null) {
        return refused('denied', runSentences.revokedHere);
      }
      const isOld = isToRenew(session.expiries.remainingMs(current), current.lifetimeSeconds);
      const isNew = clock.monotonicMs() - hand.renewedAtMs < SAME_REFUSAL_MS;
      if (!isOld && (!isRefused || isNew)) return answerOf(open.value, current);
      hand.renewing = renew(open.value, hand, isRefused && !isNew).finally(() => {
        hand.renewing = null;
      });
      return await answerOnce(open.value, hand.renewing, again);
    },
    end(run) {
      const hand = kept.get(run);
      if (hand !== undefined) finish(hand, false);
    },
    list: () => [...kept.values()].map((hand) => ({ ...hand, tokenIds: [...hand.tokenIds] })),
    waiting: () =>
      ports.services().ok ? 0 : due.ids().filter((id) => !endedAtLock.has(id)).length,
    reevaluate() {
      const open = ports.services();
      if (!open.ok) return;
      for (const hand of kept.values()) {
        const token = currentOf(open.value, hand);
        // Revoked by a person, a run or a lease: the program hears of it, and the rest of its tokens go too.
        if (token === null || token.revocation !== null) finish(hand, true);
      }
    },
    usable: () => usable().length,
    isUsableFor: (id) =>
      [...kept.values()].some((hand) => hand.usableLocked && hand.credentialId === id),
    async endUsable() {
      for (const hand of usable()) finish(hand, true, 'person');
      await lockedRuns.ended();
    },
    letGo: lockedRuns.letGo,
    opened() {
      endedAtLock.clear();
      lockedRuns.opened();
      void due.settle();
    },
    ofSession: {
      dueAtLock: () => revocableOf(endingAtLock()),
      endAtLock() {
        const ending = endingAtLock();
        const ids = revocableOf(ending);
        for (const id of ids) endedAtLock.add(id);
        for (const hand of ending) finish(hand, true);
        return ids;
      },
      keepThroughLock: lockedRuns.keepThroughLock,
      recover: lockedRuns.recover,
      freeze() {
        for (const control of beginning) control.abort();
        ports.frozen();
      },
    },
  };
  return self;
}

function answerOf(services: SessionServices, token: Token): Result<TokenAnswer, Refused> {
  const text = services.texts.openText(token.id);
  if (!text.ok) return refused('gateway_refused');
  const leftMs = services.session.expiries.remainingMs(token);
  return ok(tokenAnswer(text.value, leftMs, token.grantedScopes));
}

function currentOf({ session }: SessionServices, { tokenIds }: Kept): Token | null {
  const id = tokenIds.at(-1);
  return id === undefined ? null : findToken(session, id);
}
