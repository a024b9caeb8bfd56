// Ends tokens before the server would: after a time the person set, or when the vault is locked, the
// machine sleeps or the app quits. The intents of all that an event ends are one save; what cannot be
// confirmed before the keys go is revoked at the next unlock, and counted for the locked screen.
import { gone } from '../../../shared/failures/failure.ts';
import type { CheckedInput } from '../../../shared/ipc-contract.ts';
import type { LeaseEnd } from '../../../shared/words.ts';
import type { TokenId } from '../../domain/ids.ts';
import { fail, type Outcome } from '../../domain/result.ts';
import type { Lease, Token } from '../../domain/token.ts';
import { DeadlineBook } from '../ledger/deadline-book.ts';
import { isRevocable } from '../ledger/housekeeping.ts';
import { editToken, editTokens } from '../ledger/ledger.ts';
import { recordTokenEvent } from '../ledger/event-recording.ts';
import type { Revocations } from './revocations.ts';
import {
  changeVault,
  findToken,
  findTokenPlace,
  findTokens,
  type OpenSession,
} from '../open-session.ts';
import { withIntent } from './revocation-run-steps.ts';

/** After a save that failed. */
const AGAIN_MS = 5_000;

/** What became of the tokens that an event ended. */
export interface LeasesEnded {
  readonly ended: number;
  /** Of them, those whose revocation the server has not accepted yet. */
  readonly waiting: number;
}

const withoutLease = ({ lease: _lease, ...token }: Token): Token => token;

export class Leases {
  readonly #session: OpenSession;
  readonly #revocations: Revocations;
  readonly #deadlines: DeadlineBook;
  /** Tokens of which the end is being saved. */
  readonly #ending = new Set<TokenId>();
  /** Those that an event ended while the disk refused it: the event does not come again by itself. */
  readonly #overdue = new WeakSet<Lease>();

  constructor(session: OpenSession, revocations: Revocations) {
    this.#session = session;
    this.#revocations = revocations;
    this.#deadlines = new DeadlineBook(session.clock);
  }

  /** In place of an earlier one. Partner tokens have none: nothing here can revoke them. */
  async set(id: TokenId, change: CheckedInput<'leaseSet'>['lease']): Outcome {
    const place = findTokenPlace(this.#session, id);
    if (!place.ok) return place;
    const { token, credential } = place.value;
    if (credential.accessType === 'partner') return fail({ code: 'no_call' });
    if (!this.#mayEnd(token)) return fail(gone('text'));
    const seconds = change.end === 'after' ? change.seconds : null;
    const lease: Lease = { end: change.end, setAtMs: this.#session.clock.nowMs(), seconds };
    const contents = editToken(id, (now) => ({ ...now, lease }));
    const saved = await changeVault(this.#session, { contents });
    if (saved.ok) recordTokenEvent(this.#session, 'lease_set', token, { word: change.end });
    return saved;
  }

  async remove(id: TokenId): Outcome {
    const token = findToken(this.#session, id);
    if (token === null) return fail(gone('token'));
    const saved = await changeVault(this.#session, { contents: editToken(id, withoutLease) });
    if (saved.ok) recordTokenEvent(this.#session, 'lease_removed', token);
    return saved;
  }

  /** The lease of a token that it may still end, or null. */
  of(id: TokenId): Lease | null {
    const token = findToken(this.#session, id);
    return token?.lease !== undefined && this.#mayEnd(token) ? token.lease : null;
  }

  /** Milliseconds until the lease of a token ends by itself; null where an event ends it. */
  leftMs(id: TokenId, { setAtMs, seconds }: Lease): number | null {
    return seconds === null ? null : this.#deadlines.leftMs(id, setAtMs, seconds);
  }

  /** Something happened: saves the intents of what it ends, and begins to revoke. */
  async happened(...events: readonly LeaseEnd[]): Promise<readonly TokenId[]> {
    return await this.#end(this.#endedBy(events));
  }

  /** The programs that these tokens were handed out to have ended: as `happened`, for these alone. */
  async over(ids: readonly TokenId[]): Promise<void> {
    await this.#end(findTokens(this.#session, ids));
  }

  /** What such an event would end, none of it ended yet. */
  due(...events: readonly LeaseEnd[]): LeasesEnded {
    const { length } = this.#endedBy(events).filter((each) => this.#mayEnd(each));
    return { ended: length, waiting: length };
  }

  ended(ids: readonly TokenId[]): LeasesEnded {
    const tokens = ids.map((id) => findToken(this.#session, id));
    const waiting = tokens.filter((token) => token?.revocation?.acceptedAtMs == null);
    return { ended: ids.length, waiting: waiting.length };
  }

  /** Ends what is over by its time. */
  reevaluate(): void {
    const over = this.#session.vault.contents().tokens.filter((each) => this.waitMs(each) <= 0);
    if (over.length > 0) void this.#end(over);
  }

  /** Milliseconds until the token is ended by its lease, possibly negative; Infinity where no time ends it. */
  waitMs({ id, lease }: Token): number {
    if (lease === undefined || this.#ending.has(id)) return Infinity;
    return this.leftMs(id, lease) ?? (this.#overdue.has(lease) ? 0 : Infinity);
  }

  #endedBy(events: readonly LeaseEnd[]): readonly Token[] {
    return this.#session.vault
      .contents()
      .tokens.filter(({ lease }) => lease !== undefined && events.includes(lease.end));
  }

  #mayEnd(token: Token): boolean {
    return token.revocation === null && isRevocable(this.#session, token);
  }

  async #end(over: readonly Token[]): Promise<readonly TokenId[]> {
    if (over.length === 0) return [];
    const session = this.#session;
    const nowMs = session.clock.nowMs();
    const ended = over.filter((token) => this.#mayEnd(token));
    const ids = new Set(ended.map(({ id }) => id));
    const edit = (token: Token): Token =>
      ids.has(token.id) ? withIntent(withoutLease(token), nowMs) : withoutLease(token);
    for (const { id } of over) this.#ending.add(id);
    const saved = await session.vault.change({
      contents: editTokens(new Map(over.map(({ id }) => [id, edit]))),
    });
    for (const { id, lease } of over) {
      this.#ending.delete(id);
      if (saved.ok) this.#deadlines.forget(id);
      else if (lease !== undefined) this.#overdue.add(lease);
    }
    session.changed();
    if (!saved.ok) {
      session.clock.after(AGAIN_MS, () => session.closing.aborted || this.reevaluate());
      return [];
    }
    for (const token of ended) {
      const word = token.lease?.end ?? 'program';
      recordTokenEvent(session, 'lease_over', token, { by: 'app', word });
      recordTokenEvent(session, 'revoke_asked', token, { by: 'app' });
    }
    this.#revocations.begin([...ids]);
    return ended.map(({ id }) => id);
  }
}
