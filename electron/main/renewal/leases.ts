// Ends tokens before the server would: after a time the person set, or when the vault is locked, the
// machine sleeps or the app quits. The intents of all that an event ends are one save; what cannot be
// confirmed before the keys go is revoked at the next unlock, and counted for the locked screen.
import { type Failure, gone } from '../../shared/failures/failure.ts';
import type { LeaseEnd } from '../../shared/words.ts';
import type { TokenId } from '../domain/ids.ts';
import type { Lease } from '../domain/renewal.ts';
import { fail, type Result } from '../domain/result.ts';
import type { Token } from '../domain/token.ts';
import { createDeadlineBook } from '../tokens/ledger/deadline-book.ts';
import { isRevocable } from '../tokens/ledger/housekeeping.ts';
import type { Step } from '../tokens/ledger/ledger.ts';
import { recordTokenEvent } from '../tokens/ledger/event-recording.ts';
import type { Revocations } from '../tokens/revocation/revocations.ts';
import {
  changeVault,
  findToken,
  findTokenPlace,
  type OpenSession,
  createIndexBy,
} from '../tokens/open-session.ts';
import { withIntent } from '../tokens/revocation/revocation-run-steps.ts';

const SHORTEST_SLEEP_MS = 20;
const LONGEST_SLEEP_MS = 60_000;
/** After a save that failed. */
const AGAIN_MS = 5_000;

type LeaseChange =
  | { readonly end: 'after'; readonly seconds: number }
  | { readonly end: Exclude<LeaseEnd, 'after' | 'program'> };

/** What became of the tokens that an event ended. */
export interface LeasesEnded {
  readonly ended: number;
  /** Of them, those whose revocation the server has not accepted yet. */
  readonly waiting: number;
}

export interface Leases {
  /** In place of an earlier one. Partner tokens have none: nothing here can revoke them. */
  readonly set: (id: TokenId, change: LeaseChange) => Promise<Result<void, Failure>>;
  readonly remove: (id: TokenId) => Promise<Result<void, Failure>>;
  /** The lease of a token that it may still end, or null. */
  readonly of: (id: TokenId) => Lease | null;
  /** Milliseconds until a lease ends by itself; null where an event ends it. */
  readonly leftMs: (lease: Lease) => number | null;
  /** Something happened: saves the intents of what it ends, and begins to revoke. */
  readonly happened: (...events: readonly LeaseEnd[]) => Promise<readonly TokenId[]>;
  /** The programs that these tokens were handed out to have ended: as `happened`, for these alone. */
  readonly over: (ids: readonly TokenId[]) => Promise<readonly TokenId[]>;
  /** What such an event would end, none of it ended yet. What is not kept is not in it. */
  readonly due: (...events: readonly LeaseEnd[]) => LeasesEnded;
  readonly ended: (ids: readonly TokenId[]) => LeasesEnded;
  readonly reevaluate: () => void;
  readonly close: () => void;
}

/** The token is revoked when the program ends that it was handed out to. */
export const untilProgramEnds = (tokenId: TokenId, setAtMs: number): Lease => ({
  tokenId,
  end: 'program',
  setAtMs,
  seconds: null,
});

/** These tokens are revoked at the next lock, for those that nobody else revokes before. */
export const endAtLock =
  (ids: readonly TokenId[], setAtMs: number): Step =>
  (before) => {
    const others = before.leases.filter(({ tokenId }) => !ids.includes(tokenId));
    const leases = ids.map(
      (tokenId) => ({ tokenId, end: 'lock', setAtMs, seconds: null }) as const,
    );
    return { ...before, leases: [...others, ...leases] };
  };

export function createLeases(session: OpenSession, revocations: Revocations): Leases {
  const { vault, clock } = session;
  const deadlines = createDeadlineBook(clock);
  let cancel: () => void = () => undefined;
  const findLease = createIndexBy(({ tokenId }: Lease) => tokenId);
  let notBeforeMs = -Infinity;
  /** Those of which the end is being saved. */
  const ending = new Set<Lease>();
  /** Those that an event ended while the disk refused it: the event does not come again by itself. */
  const overdue = new Set<Lease>();
  let closed = false;

  const without =
    (ids: ReadonlySet<TokenId>): Step =>
    (before) => ({
      ...before,
      leases: before.leases.filter(({ tokenId }) => !ids.has(tokenId)),
    });

  function leftMs({ tokenId, setAtMs, seconds }: Lease): number | null {
    return seconds === null ? null : deadlines.leftMs(tokenId, setAtMs, seconds);
  }

  const mayEnd = (token: Token | null): token is Token =>
    token?.revocation === null && isRevocable(session, token);

  const isKept = (id: TokenId): boolean => !session.ephemeral.has(id);

  async function end(leases: readonly Lease[]): Promise<readonly TokenId[]> {
    if (leases.length === 0) return [];
    const over = new Set(leases.map(({ tokenId }) => tokenId));
    const tokens = leases.map(({ tokenId }) => findToken(session, tokenId)).filter(mayEnd);
    const ids = new Set(tokens.map(({ id }) => id));
    const nowMs = clock.nowMs();
    const saved = await vault.change({
      contents: (before) => ({
        ...without(over)(before),
        tokens: before.tokens.map((each) => (ids.has(each.id) ? withIntent(each, nowMs) : each)),
      }),
    });
    if (!saved.ok) {
      notBeforeMs = clock.monotonicMs() + AGAIN_MS;
      for (const lease of leases) overdue.add(lease);
      reevaluate();
      return [];
    }
    for (const lease of leases) overdue.delete(lease);
    for (const { tokenId } of leases) deadlines.forget(tokenId);
    for (const token of tokens) {
      const word = leases.find(({ tokenId }) => tokenId === token.id)?.end;
      recordTokenEvent(session, 'lease_over', token, { by: 'app', word });
      recordTokenEvent(session, 'revoke_asked', token, { by: 'app' });
    }
    revocations.begin([...ids]);
    session.changed();
    // What is not kept is counted elsewhere: its revocation does not go on at the next unlock.
    return [...ids].filter(isKept);
  }

  async function endInTime(over: readonly Lease[]): Promise<void> {
    for (const lease of over) ending.add(lease);
    await end(over);
    for (const lease of over) ending.delete(lease);
    reevaluate();
  }

  function reevaluate(): void {
    cancel();
    cancel = () => undefined;
    if (closed) return;
    const over: Lease[] = [];
    let nextMs = Infinity;
    for (const lease of vault.contents().leases) {
      const left = leftMs(lease);
      if (ending.has(lease) || (left === null && !overdue.has(lease))) continue;
      const waitMs = Math.max(left ?? 0, notBeforeMs - clock.monotonicMs());
      if (waitMs <= 0) over.push(lease);
      else nextMs = Math.min(nextMs, waitMs);
    }
    if (over.length > 0) void endInTime(over);
    if (nextMs === Infinity) return;
    const sleepMs = Math.min(LONGEST_SLEEP_MS, Math.max(SHORTEST_SLEEP_MS, Math.ceil(nextMs)));
    cancel = clock.after(sleepMs, reevaluate);
  }

  async function save(contents: Step): Promise<Result<void, Failure>> {
    const saved = await changeVault(session, { contents });
    reevaluate();
    return saved;
  }

  return {
    async set(id, change) {
      const place = findTokenPlace(session, id);
      if (!place.ok) return place;
      const { token, credential } = place.value;
      if (credential.accessType === 'partner') return fail({ code: 'not_revocable_here' });
      if (!mayEnd(token)) return fail({ code: 'token_text_gone' });
      const seconds = change.end === 'after' ? change.seconds : null;
      const lease: Lease = { tokenId: id, end: change.end, setAtMs: clock.nowMs(), seconds };
      const saved = await save((before) => ({
        ...before,
        leases: [...without(new Set([id]))(before).leases, lease],
      }));
      if (saved.ok) recordTokenEvent(session, 'lease_set', token, { word: change.end });
      return saved;
    },
    async remove(id) {
      const token = findToken(session, id);
      if (token === null) return fail(gone('token'));
      const saved = await save(without(new Set([id])));
      if (saved.ok) recordTokenEvent(session, 'lease_removed', token);
      return saved;
    },
    of(id) {
      const lease = findLease(vault.contents().leases, id);
      return lease !== undefined && mayEnd(findToken(session, id)) ? lease : null;
    },
    leftMs,
    happened: (...events) =>
      end(vault.contents().leases.filter((lease) => events.includes(lease.end))),
    over: (ids) =>
      end(ids.map((id) => findLease(vault.contents().leases, id) ?? untilProgramEnds(id, 0))),
    due(...events) {
      const over = vault
        .contents()
        .leases.filter(({ end: when, tokenId }) => events.includes(when) && isKept(tokenId));
      const { length } = over.filter(({ tokenId }) => mayEnd(findToken(session, tokenId)));
      return { ended: length, waiting: length };
    },
    ended(ids) {
      const tokens = ids.map((id) => findToken(session, id));
      const waiting = tokens.filter((token) => token?.revocation?.acceptedAtMs == null);
      return { ended: ids.length, waiting: waiting.length };
    },
    reevaluate,
    close() {
      closed = true;
      cancel();
    },
  };
}
