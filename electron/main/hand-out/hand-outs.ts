// Tokens that programs were given: each hand-out has a token of its own, which is renewed when its program asks and
// revoked when the program ends. Outlives a lock of the vault: what ends meanwhile is revoked at the next unlock.
// Holds no token: texts are opened from the vault for one answer.
import type { TokenResponse } from '../../shared/hand-out/protocol.ts';
import type { AccessType } from '../../shared/words.ts';
import type { Clock } from '../domain/clock.ts';
import type { TokenId } from '../domain/ids.ts';
import { ok, type Result } from '../domain/result.ts';
import { afterSpan, stopwatch } from '../domain/span.ts';
import type { Token } from '../domain/token.ts';
import type { SessionServices } from '../session/session-services.ts';
import { recordTokenEvent } from '../tokens/ledger/event-recording.ts';
import { findToken } from '../tokens/open-session.ts';
import { refused, runSentences, type Refused } from './hand-out-words.ts';
import {
  answerOf,
  currentOf,
  mint,
  obstacleTo,
  tokenToUse,
  waits,
  type HandOutOrder,
  type Holder,
  type TokenPorts,
} from './program-tokens.ts';
import { ClientPatience, graceMs, ProgramPace } from './renewal-pace.ts';

/** After a revocation that could not be begun, such as for a disk that was full. */
const AGAIN_MS = 5_000;

interface HandOut extends Holder {
  /** Known to the program and to nobody else: worth as much as its token. */
  readonly run: string;
  readonly sinceMs: number;
  readonly untilMs: number | null;
  /** Its time is over; also where a sleep has kept the timer from saying so. */
  readonly isOver: () => boolean;
  readonly over: () => void;
  readonly control: AbortController;
  /** Every token of it, the current one last. */
  tokenIds: readonly TokenId[];
  /** What all that ask meanwhile wait for. */
  asking: Promise<Result<Token, Refused>> | null;
  cancel: () => void;
}

interface HandOutPorts {
  readonly clock: Clock;
  /** The open session, also while it works behind the locked window. */
  readonly services: () => Result<SessionServices>;
  readonly newRun: () => string;
  readonly changed: () => void;
  /** As a revocation run is about to begin. */
  readonly frozen: () => void;
}

export class HandOuts {
  readonly #ports: HandOutPorts;
  readonly #kept = new Map<string, HandOut>();
  /** Tokens of hand-outs that are over, until their revocation has begun. */
  readonly #due = new Map<TokenId, AccessType>();
  readonly #tokens: TokenPorts;
  /** Of the hand-outs of which a first token is being asked for: a revocation run ends these too. */
  #beginning = new AbortController();

  constructor(ports: HandOutPorts) {
    const { clock } = ports;
    this.#ports = ports;
    const revoke: TokenPorts['revoke'] = (ids, accessType) => this.#revoke(ids, accessType);
    this.#tokens = { clock, revoke, patience: new ClientPatience(clock) };
  }

  /**
   * Gets a first token. `wasAsked`: a person said yes to this very request; without, it has the patience of renewal, also
   * half a minute between two.
   * @param client `over`: called once, when the hand-out was ended here: by its time, a person, or a revocation run.
   */
  async begin(
    order: HandOutOrder,
    client: {
      readonly wasAsked: boolean;
      readonly over: () => void;
      readonly gone: AbortSignal;
    },
  ): Promise<Result<{ readonly run: string; readonly token: TokenResponse }, Refused>> {
    const open = this.#ports.services();
    if (!open.ok) return refused('locked');
    const { credentialId: id } = order;
    const { patience } = this.#tokens;
    if (!client.wasAsked) {
      const waiting = waits(patience.unaskedWaitMs(id));
      const obstacle = obstacleTo(this.#tokens, open.value, id) ?? waiting;
      if (obstacle !== null) return obstacle;
      patience.beganUnasked(id);
    }
    const ended = AbortSignal.any([this.#beginning.signal, client.gone]);
    const made = await mint(this.#tokens, open.value, order, null, ended);
    if (!made.ok) return this.#isOpen(open.value) ? made : refused('locked');
    const token = this.#isOpen(open.value) ? answerOf(open.value, made.value) : refused('locked');
    if (!token.ok) {
      this.#revoke([made.value.id], order.accessType);
      return token;
    }
    patience.succeeded(id);
    const { run, program } = this.#keep(order, made.value, client.over);
    recordTokenEvent(open.value.session, 'token_handed_out', made.value, { program });
    this.#ports.changed();
    return ok({ run, token: token.value });
  }

  /** The token to use now. Gets a new one first where a third of its life is over, or a call refused it. */
  async token(run: string, isRefused: boolean): Promise<Result<TokenResponse, Refused>> {
    const hand = this.#kept.get(run);
    if (hand === undefined) return refused('denied', runSentences.nothing);
    if (hand.isOver()) {
      this.#finish(hand, true);
      return refused('denied', runSentences.revoked);
    }
    const open = this.#ports.services();
    if (!open.ok) return refused('locked');
    hand.asking ??= this.#renew(open.value, hand, isRefused).finally(() => {
      hand.asking = null;
    });
    const current = await hand.asking;
    // A lock in between leaves nothing to say of the gateway.
    if (!this.#isOpen(open.value)) return refused('locked');
    return current.ok ? answerOf(open.value, current.value) : current;
  }

  /** The program has ended. */
  end(run: string): void {
    const hand = this.#kept.get(run);
    if (hand !== undefined) this.#finish(hand, false);
  }

  list(): readonly Readonly<HandOut>[] {
    return [...this.#kept.values()];
  }

  /** Tokens of hand-outs that ended while the vault was closed: revoked at the next unlock. */
  waiting(): number {
    return this.#ports.services().ok ? 0 : this.#due.size;
  }

  /** What somebody else revoked is over for its program. */
  reevaluate(): void {
    const open = this.#ports.services();
    if (!open.ok) return;
    for (const hand of this.#kept.values()) {
      const token = currentOf(open.value, hand.tokenIds);
      // Revoked by a person, a run or a lease: the program hears of it, and the rest of its tokens go too.
      if (token === null || token.revocation !== null) this.#finish(hand, true);
    }
  }

  /** The vault is open again. */
  opened(): void {
    void this.#settle();
  }

  /** A revocation run is about to begin: nothing more is given before it. */
  freeze(): void {
    this.#beginning.abort();
    this.#beginning = new AbortController();
    this.#ports.frozen();
  }

  #isOpen(services: SessionServices): boolean {
    const now = this.#ports.services();
    return now.ok && now.value === services;
  }

  /** Begins to revoke now, or at the next unlock. A Partner token is left to the guide. */
  #revoke(ids: readonly TokenId[], accessType: AccessType): void {
    for (const id of ids) this.#due.set(id, accessType);
    void this.#settle();
  }

  /** Begins to revoke what is due. Does nothing while the vault is locked. */
  async #settle(): Promise<void> {
    const open = this.#ports.services();
    if (!open.ok || this.#due.size === 0) return;
    const { session, leases, plans } = open.value;
    const now = [...this.#due];
    this.#due.clear();
    const traders = now.filter(([, type]) => type === 'trader').map(([id]) => id);
    await leases.over(traders);
    for (const [id, type] of now) {
      const token = findToken(session, id);
      if (type === 'partner' && token !== null && token.partnerPlan === null) await plans.start(id);
    }
    const isLocked = !this.#isOpen(open.value);
    const left = now.filter(([id]) => {
      const token = findToken(session, id);
      // The contents go with a lock: whether it was saved before is not known then.
      if (token === null) return isLocked;
      return token.revocation === null && token.partnerPlan === null;
    });
    const unsaved = left.filter(([id]) => isLocked || session.texts.hasText(id));
    for (const [id, type] of unsaved) this.#due.set(id, type);
    if (unsaved.length > 0) this.#ports.clock.after(AGAIN_MS, () => void this.#settle());
    this.#ports.changed();
  }

  #finish(hand: HandOut, tell: boolean): void {
    if (!this.#kept.delete(hand.run)) return;
    hand.cancel();
    hand.control.abort();
    const { next, tokenIds } = hand;
    this.#revoke(next === null ? tokenIds : [...tokenIds, next], hand.accessType);
    if (tell) hand.over();
    this.#ports.changed();
  }

  #keep(order: HandOutOrder, first: Token, over: () => void): HandOut {
    const { clock, newRun } = this.#ports;
    const sinceMs = clock.nowMs();
    const { forSeconds } = order;
    const spanMs = forSeconds === null ? Infinity : forSeconds * 1000;
    const passedMs = stopwatch(clock);
    const control = new AbortController();
    const hand: HandOut = {
      ...order,
      run: newRun(),
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
    this.#kept.set(hand.run, hand);
    if (forSeconds !== null) hand.cancel = afterSpan(clock, spanMs, () => this.#finish(hand, true));
    return hand;
  }

  async #renew(
    services: SessionServices,
    hand: HandOut,
    isRefused: boolean,
  ): Promise<Result<Token, Refused>> {
    const old = currentOf(services, hand.tokenIds);
    const made = await tokenToUse(this.#tokens, services, hand, isRefused);
    if (!made.ok || made.value.id === old?.id) return made;
    if (!this.#kept.has(hand.run)) {
      this.#revoke([made.value.id], hand.accessType);
      return refused('denied', runSentences.revoked);
    }
    hand.tokenIds = [...hand.tokenIds, made.value.id];
    this.#ports.changed();
    if (old !== null) this.#revokeReplaced(hand, old);
    return made;
  }

  /** Once all that hold it have asked again. A Partner token cannot be revoked and lives until it expires. */
  #revokeReplaced(hand: HandOut, old: Token): void {
    if (hand.accessType !== 'trader') return;
    this.#ports.clock.after(graceMs(old.lifetimeSeconds), () => {
      if (!hand.tokenIds.includes(old.id) || !this.#kept.has(hand.run)) return;
      hand.tokenIds = hand.tokenIds.filter((id) => id !== old.id);
      this.#revoke([old.id], hand.accessType);
    });
  }
}
