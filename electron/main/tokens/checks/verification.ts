// Proof of death: asks with a token, again and again, until the server refused it in a row, spread over the
// propagation window and once after it, each time over a connection of its own. One refusal may come from one
// region only; "accepted" proves nothing (docs/design.md, fact 2). Many proofs at once are no storm: a few probes at
// a time per host: Trader and Partner tokens are asked about at different ones, and neither waits for the other's.
import { anchorAge, type AgeAnchor } from '../../domain/expiry.ts';
import type { TokenId } from '../../domain/ids.ts';
import {
  awaitsProof,
  deathProofOf,
  isProvenDead,
  isWatched,
  refusalPauseMs,
  watchPauseMs,
} from '../../domain/death-proof.ts';
import { withBaseline } from '../../domain/judge-answer.ts';
import { isProvable, PROPAGATION_WINDOW_MS } from '../../domain/token-evidence.ts';
import type { Token, TokenCheck } from '../../domain/token.ts';
import { introspectOwn } from './own-introspection.ts';
import { CallQueue } from '../revocation/call-queue.ts';
import { probe, saveCheck } from './probe.ts';
import { findToken, findTokenPlace, type OpenSession, type TokenPlace } from '../open-session.ts';

/** Pauses before each probe while the answer is "still honoured": quick first, then patient. */
const PAUSES_MS = [500, 1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000];
/** Pause once the propagation window has passed. */
const LATE_PAUSE_MS = 60_000;
/** An answer this old still says how the token fared before its revocation. */
const FRESH_MS = 10 * 60_000;
/** Probes under way at once per environment and access type. */
const WIDTH = 8;
const PATIENCE_MS = 2_000;

interface Asking {
  readonly tokenId: TokenId;
  /** When dead-making began: acceptance of a revocation, or the person's step in the web app. */
  readonly sinceMs: number;
  readonly since: AgeAnchor;
  probes: number;
  cancel: () => void;
}

export class Verifications {
  readonly #session: OpenSession;
  readonly #asked = new Map<TokenId, Asking>();
  /** By environment and access type. */
  readonly #queues = new Map<string, CallQueue<TokenId>>();

  constructor(session: OpenSession) {
    this.#session = session;
  }

  /**
   * Starts asking, unless this token is being asked about already. A quarantined one is never sent as Bearer: nothing
   * can be proven about it. @param sinceMs when dead-making began, wall clock.
   */
  start(tokenId: TokenId, sinceMs: number): void {
    if (findToken(this.#session, tokenId)?.issue !== 'issued') return;
    const known = this.#asked.get(tokenId);
    // A second revocation begins its proof anew; what is under way for the first ends by itself.
    if (known?.sinceMs === sinceMs) return;
    known?.cancel();
    const since = anchorAge(sinceMs, this.#session.clock);
    const asking: Asking = { tokenId, sinceMs, since, probes: 0, cancel: () => undefined };
    this.#asked.set(tokenId, asking);
    this.#schedule(asking, null);
  }

  /**
   * Asks once with a token that is about to be revoked, where no fresh answer shows that a call takes it: without a
   * "before" no refusal is a change. Delays nothing: the revocation leaves at the same time. Left out of a run of
   * many, whose calls it would crowd out. What it shows is no part of a proof.
   */
  async before(id: TokenId): Promise<void> {
    const session = this.#session;
    const place = findTokenPlace(session, id);
    if (!place.ok || place.value.token.issue !== 'issued' || !session.texts.hasText(id)) return;
    if (session.activities.isRunning('check', id)) return;
    const freshMs = session.clock.nowMs() - FRESH_MS;
    const { baselines = [] } = place.value.token;
    const fresh = baselines.filter(({ atMs }) => atMs >= freshMs).length;
    const calls = place.value.target.introspection === undefined ? [askCall] : [askCall, askServer];
    if (fresh >= calls.length) return;
    const seen = await Promise.all(calls.map((call) => call(session, place.value)));
    if (session.closing.aborted) return;
    const checks = seen.filter((check) => check !== null);
    await Promise.all(
      checks.map((check) => session.edits.edit(id, (token) => withBaseline(token, check))),
    );
    session.changed();
  }

  /**
   * Starts for every token whose death can be shown and nobody asks for: a check showed something after its proof had
   * ended. No token waits for a confirmation for which nothing is asked.
   */
  reevaluate(): void {
    for (const token of this.#session.vault.contents().tokens) {
      if (this.#asked.has(token.id)) continue;
      const sinceMs = asksSinceMs(this.#session, token);
      if (sinceMs !== null) this.start(token.id, sinceMs);
    }
  }

  close(): void {
    for (const { cancel } of this.#asked.values()) cancel();
    for (const queue of this.#queues.values()) queue.close();
    this.#asked.clear();
  }

  #queueOf({ credential, environment }: TokenPlace): CallQueue<TokenId> {
    const key = `${environment.id} ${credential.accessType}`;
    const known = this.#queues.get(key);
    if (known !== undefined) return known;
    const queue = new CallQueue<TokenId>({
      clock: this.#session.clock,
      width: () => WIDTH,
      patienceMs: PATIENCE_MS,
      work: async (id) => {
        await this.#ask(id);
        return { kind: 'nothing' };
      },
    });
    this.#queues.set(key, queue);
    return queue;
  }

  #schedule(asking: Asking, last: TokenCheck | null): void {
    if (this.#session.closing.aborted) return;
    const waitMs = pauseMs(this.#session, asking, last);
    asking.cancel = this.#session.clock.after(waitMs, () => this.#enqueue(asking));
  }

  #enqueue(asking: Asking): void {
    const { tokenId } = asking;
    const place = findTokenPlace(this.#session, tokenId);
    if (place.ok) this.#queueOf(place.value).add(tokenId, this.#session.clock.monotonicMs());
    else if (place.failure.code === 'practice_unavailable') this.#schedule(asking, null);
    else this.#end(tokenId);
  }

  /** One probe. Its place is free for the next as soon as the answer is there, saved or not. */
  async #ask(tokenId: TokenId): Promise<void> {
    const session = this.#session;
    const asking = this.#asked.get(tokenId);
    if (asking === undefined) return;
    const place = findTokenPlace(session, tokenId);
    const isTried =
      place.ok && session.texts.hasText(tokenId) && !session.expiries.isTimeUp(place.value.token);
    if (!isTried) return this.#end(tokenId);
    void this.#goOn(asking, await askCall(session, place.value));
  }

  async #goOn(asking: Asking, check: TokenCheck | null): Promise<void> {
    const { tokenId } = asking;
    const goes = check === null || (await record(this.#session, tokenId, check));
    asking.probes += 1;
    // A second revocation began meanwhile, and with it another asking.
    if (this.#asked.get(tokenId) !== asking) return;
    if (goes) this.#schedule(asking, check);
    else this.#end(tokenId);
  }

  #end(tokenId: TokenId): void {
    this.#asked.delete(tokenId);
    this.#session.changed();
  }
}

function pauseMs(session: OpenSession, asking: Asking, last: TokenCheck | null): number {
  const token = findToken(session, asking.tokenId);
  if (token === null) return LATE_PAUSE_MS;
  const nowMs = session.clock.nowMs();
  const window = session.expiries.proofWindow(token, nowMs);
  if (isProvenDead(token)) return watchPauseMs(token, nowMs, window.lengthMs);
  const counted = last?.outcome === 'refused' ? refusalPauseMs(token, window) : null;
  if (counted !== null) return counted;
  const pause = usualPauseMs(asking, session.clock.monotonicMs());
  // Once just after the window, too: from then on a token that works is an alarm.
  return window.leftMs > 0 ? Math.min(pause, Math.ceil(window.leftMs)) : pause;
}

function usualPauseMs({ since, probes }: Asking, nowMs: number): number {
  // The first one soon, also after a restart long past the window.
  if (probes > 0 && nowMs - since > PROPAGATION_WINDOW_MS) return LATE_PAUSE_MS;
  return PAUSES_MS[Math.min(probes, PAUSES_MS.length - 1)] ?? LATE_PAUSE_MS;
}

/** Saves what a probe showed; answers whether to go on asking. */
async function record(session: OpenSession, id: TokenId, check: TokenCheck): Promise<boolean> {
  await saveCheck(session, id, check, null);
  const after = findToken(session, id);
  if (after === null) return false;
  if (!awaitsProof(after)) return isWatched(after);
  const owner = session.index.credential(session.vault.contents(), after.credentialId);
  const { leftMs } = session.expiries.proofWindow(after, check.atMs);
  // Once the window is over, what no call was ever seen to take is asked about no more.
  return leftMs > 0 || isProvable(after, owner?.accessType ?? 'trader');
}

/** Since when a token should be dead about which asking shows something; null where nothing is to be asked. */
function asksSinceMs(session: OpenSession, token: Token): number | null {
  if (!awaitsProof(token) && !isWatched(token)) return null;
  const { revocation, partnerPlan } = token;
  const refusals = deathProofOf(token)?.refusals ?? 0;
  // Nobody accepted it: it lives, unless a check says otherwise.
  if (revocation?.acceptedAtMs === null && refusals === 0) return null;
  const owner = session.index.credential(session.vault.contents(), token.credentialId);
  if (owner === undefined || !isProvable(token, owner.accessType)) return null;
  if (!session.texts.hasText(token.id) || session.expiries.isTimeUp(token)) return null;
  return revocation?.acceptedAtMs ?? revocation?.intentAtMs ?? partnerPlan?.startedAtMs ?? null;
}

async function askCall(session: OpenSession, place: TokenPlace): Promise<TokenCheck | null> {
  const done = await probe(session, place, ({ check }) => check);
  return done.ok ? done.value : null;
}

/** Only *active* is a "before"; what else it says is nothing about now. */
async function askServer(session: OpenSession, place: TokenPlace): Promise<TokenCheck | null> {
  const atMs = session.clock.nowMs();
  const said = await introspectOwn(session, place);
  if (said?.active !== true) return null;
  const { way, status } = said;
  return { atMs, outcome: 'honoured', way, status, durationMs: session.clock.nowMs() - atMs };
}
