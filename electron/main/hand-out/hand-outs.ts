// Tokens that programs were given: each hand-out has a token of its own, which is renewed when its program asks and
// revoked when the program ends. Outlives a lock of the vault: what ends meanwhile is revoked at the next unlock.
// Holds no token: texts are opened from the vault for one answer.
import type { Failure } from '../../shared/failures/failure.ts';
import type { TokenResponse } from '../../shared/hand-out/protocol.ts';
import type { Clock } from '../domain/clock.ts';
import type { TokenId } from '../domain/ids.ts';
import { ok, type Result } from '../domain/result.ts';
import { afterSpan, stopwatch } from '../domain/span.ts';
import type { Token } from '../domain/token.ts';
import type { HandedOut } from '../session/session-ground.ts';
import type { SessionServices } from '../session/session-services.ts';
import { recordTokenEvent } from '../tokens/ledger/event-recording.ts';
import { createDueRevocations } from './due-revocations.ts';
import { refused, runSentences, type Refused } from './hand-out-words.ts';
import {
  answerOf,
  currentOf,
  mint,
  obstacleTo,
  tokenToUse,
  waits,
  type HandOutOrder,
  type TokenPorts,
} from './program-tokens.ts';
import { ClientPatience, graceMs, ProgramPace } from './renewal-pace.ts';

interface HandOut extends HandOutOrder {
  /** Known to the program and to nobody else: worth as much as its token. */
  readonly run: string;
  readonly sinceMs: number;
  readonly untilMs: number | null;
  /** Every token of it, the current one last. */
  readonly tokenIds: readonly TokenId[];
}

export interface HandOuts {
  /**
   * Gets a first token. `wasAsked`: a person said yes to this very request; without, it has the patience of renewal, also
   * half a minute between two.
   * @param over called once, when the hand-out was ended here: by its time, a person, or a revocation run.
   */
  readonly begin: (
    order: HandOutOrder,
    client: {
      readonly wasAsked: boolean;
      readonly over: () => void;
      readonly gone: AbortSignal;
    },
  ) => Promise<Result<{ readonly run: string; readonly token: TokenResponse }, Refused>>;
  /** The token to use now. Gets a new one first where a third of its life is over, or a call refused it. */
  readonly token: (run: string, isRefused: boolean) => Promise<Result<TokenResponse, Refused>>;
  /** The program has ended. */
  readonly end: (run: string) => void;
  readonly list: () => readonly HandOut[];
  /** Tokens of hand-outs that ended while the vault was closed: revoked at the next unlock. */
  readonly waiting: () => number;
  /** What somebody else revoked is over for its program. */
  readonly reevaluate: () => void;
  /** The vault is open again. */
  readonly opened: () => void;
  readonly ofSession: HandedOut;
}

interface Kept extends Omit<HandOut, 'tokenIds'> {
  /** Its time is over; also where a sleep has kept the timer from saying so. */
  readonly isOver: () => boolean;
  readonly over: () => void;
  readonly control: AbortController;
  readonly pace: ProgramPace;
  readonly ended: AbortSignal;
  tokenIds: readonly TokenId[];
  /** A successor that the program has not been given. */
  next: TokenId | null;
  /** What all that ask meanwhile wait for. */
  asking: Promise<Result<Token, Refused>> | null;
  cancel: () => void;
}

interface HandOutPorts {
  readonly clock: Clock;
  /** The open session, also while it works behind the locked window. */
  readonly services: () => Result<SessionServices, Failure>;
  readonly newRun: () => string;
  readonly changed: () => void;
  /** As a revocation run is about to begin. */
  readonly frozen: () => void;
}

export function createHandOuts(ports: HandOutPorts): HandOuts {
  const { clock, changed } = ports;
  const isOpen = (services: SessionServices): boolean => {
    const now = ports.services();
    return now.ok && now.value === services;
  };
  const kept = new Map<string, Kept>();
  const due = createDueRevocations({ ...ports, isOpen });
  const { revoke } = due;
  const tokenPorts: TokenPorts = { clock, revoke, patience: new ClientPatience(clock) };
  /** Hand-outs of which a first token is being asked for: a revocation run ends these too. */
  const beginning = new Set<AbortController>();

  function finish(hand: Kept, tell: boolean): void {
    if (!kept.delete(hand.run)) return;
    hand.cancel();
    hand.control.abort();
    const { next, tokenIds } = hand;
    revoke(next === null ? tokenIds : [...tokenIds, next], hand.accessType);
    if (tell) hand.over();
    changed();
  }

  /** What replaces the current token; that is revoked once all that hold it have asked again. */
  function replaced(hand: Kept, fresh: Token, old: Token | null): void {
    hand.tokenIds = [...hand.tokenIds, fresh.id];
    changed();
    // A Partner token cannot be revoked and lives until it expires.
    if (old === null || hand.accessType !== 'trader') return;
    clock.after(graceMs(old.lifetimeSeconds), () => {
      if (!hand.tokenIds.includes(old.id) || !kept.has(hand.run)) return;
      hand.tokenIds = hand.tokenIds.filter((id) => id !== old.id);
      revoke([old.id], hand.accessType);
    });
  }

  function keep(order: HandOutOrder, first: Token, over: () => void): Kept {
    const sinceMs = clock.nowMs();
    const { forSeconds } = order;
    const spanMs = forSeconds === null ? Infinity : forSeconds * 1000;
    const passedMs = stopwatch(clock);
    const control = new AbortController();
    const hand: Kept = {
      ...order,
      run: ports.newRun(),
      sinceMs,
      untilMs: forSeconds === null ? null : sinceMs + spanMs,
      isOver: () => passedMs() >= spanMs,
      over,
      control,
      ended: control.signal,
      pace: new ProgramPace(clock),
      tokenIds: [first.id],
      next: null,
      asking: null,
      cancel: () => undefined,
    };
    kept.set(hand.run, hand);
    if (forSeconds !== null) hand.cancel = afterSpan(clock, spanMs, () => finish(hand, true));
    return hand;
  }

  return {
    async begin(order, { wasAsked, over, gone }) {
      const open = ports.services();
      if (!open.ok) return refused('locked');
      const { credentialId: id } = order;
      const { patience } = tokenPorts;
      if (!wasAsked) {
        const waiting = waits(patience.unaskedWaitMs(id));
        const obstacle = obstacleTo(tokenPorts, open.value, id) ?? waiting;
        if (obstacle !== null) return obstacle;
        patience.beganUnasked(id);
      }
      const control = new AbortController();
      beginning.add(control);
      const ended = AbortSignal.any([control.signal, gone]);
      const made = await mint(tokenPorts, open.value, order, null, ended).finally(() =>
        beginning.delete(control),
      );
      if (!made.ok) return isOpen(open.value) ? made : refused('locked');
      const token = isOpen(open.value) ? answerOf(open.value, made.value) : refused('locked');
      if (!token.ok) {
        revoke([made.value.id], order.accessType);
        return token;
      }
      patience.succeeded(id);
      const { run, program } = keep(order, made.value, over);
      recordTokenEvent(open.value.session, 'token_handed_out', made.value, { program });
      changed();
      return ok({ run, token: token.value });
    },
    async token(run, isRefused) {
      const hand = kept.get(run);
      if (hand === undefined) return refused('denied', runSentences.nothing);
      if (hand.isOver()) {
        finish(hand, true);
        return refused('denied', runSentences.revoked);
      }
      const open = ports.services();
      if (!open.ok) return refused('locked');
      hand.asking ??= renew(open.value, hand, isRefused).finally(() => {
        hand.asking = null;
      });
      const current = await hand.asking;
      // A lock in between leaves nothing to say of the gateway.
      if (!isOpen(open.value)) return refused('locked');
      return current.ok ? answerOf(open.value, current.value) : current;
    },
    end(run) {
      const hand = kept.get(run);
      if (hand !== undefined) finish(hand, false);
    },
    list: () => [...kept.values()].map((hand) => ({ ...hand, tokenIds: [...hand.tokenIds] })),
    waiting: () => (ports.services().ok ? 0 : due.ids().length),
    reevaluate() {
      const open = ports.services();
      if (!open.ok) return;
      for (const hand of kept.values()) {
        const token = currentOf(open.value, hand.tokenIds);
        // Revoked by a person, a run or a lease: the program hears of it, and the rest of its tokens go too.
        if (token === null || token.revocation !== null) finish(hand, true);
      }
    },
    opened: () => void due.settle(),
    ofSession: {
      freeze() {
        for (const control of beginning) control.abort();
        ports.frozen();
      },
    },
  };

  async function renew(
    services: SessionServices,
    hand: Kept,
    isRefused: boolean,
  ): Promise<Result<Token, Refused>> {
    const old = currentOf(services, hand.tokenIds);
    const made = await tokenToUse(tokenPorts, services, hand, isRefused);
    if (!made.ok || made.value.id === old?.id) return made;
    if (!kept.has(hand.run)) {
      revoke([made.value.id], hand.accessType);
      return refused('denied', runSentences.revoked);
    }
    replaced(hand, made.value, old);
    return made;
  }
}
