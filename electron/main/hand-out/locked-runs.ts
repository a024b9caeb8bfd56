// The runs that go on while the vault is locked: begun at a lock, ended by their program, by a person or by sleep, and
// given back to the open vault at its next unlock.
import type { AccessType, TraderScope } from '../../shared/words.ts';
import type { Clock } from '../domain/clock.ts';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import { within } from '../domain/time-limit.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import type { LockedRun, LockedRunEnd } from './locked-run.ts';
import type { Journals } from './locked-run-journal.ts';
import { keepThroughLock } from './locked-run-means.ts';
import { recoverLockedRuns } from './locked-run-recovery.ts';

/** After a recovery that the disk did not take. */
const AGAIN_MS = 5_000;
/** What a run has under way may take so long to end as the vault is locked or unlocked, before it is cut off. */
const REST_MS = 3_000;
/** A program that asks while the vault is being opened is answered by the open vault. */
const OPENING_MS = 10_000;

/** What of a hand-out goes on while the vault is locked. */
export interface LockableHand {
  readonly credentialId: CredentialId;
  readonly accessType: AccessType;
  readonly scopes: readonly TraderScope[];
  readonly program: string;
  readonly usableLocked: boolean;
  readonly renewing: Promise<unknown> | null;
  tokenIds: TokenId[];
  renewedAtMs: number;
  /** While the vault is locked, where its credential stays usable. */
  locked: LockedRun | null;
}

interface LockedRunsPorts {
  readonly clock: Clock;
  readonly journals: Journals;
  readonly hands: () => Iterable<LockableHand>;
  /** Now, or at the next unlock. */
  readonly revoke: (ids: readonly TokenId[], accessType: AccessType) => void;
  readonly changed: () => void;
}

interface LockedRuns {
  /** As of `HandedOut`. */
  readonly keepThroughLock: (session: OpenSession) => Promise<void>;
  readonly recover: (session: OpenSession) => Promise<void>;
  /** The hand-out is over: what could not be revoked while the vault is locked is due at its unlock. */
  readonly end: (hand: LockableHand, locked: LockedRun, by: LockedRunEnd) => void;
  /** Once everything that is being ended is at its end. */
  readonly ended: () => Promise<void>;
  readonly letGo: () => void;
  /** Resolves once the vault that is being opened is open, soon where it is not; false: none is being opened. */
  readonly opening: () => Promise<boolean>;
  readonly opened: () => void;
}

export function createLockedRuns(ports: LockedRunsPorts): LockedRuns {
  const { clock, journals, revoke, changed } = ports;
  const endings = new Set<Promise<void>>();
  let opening: PromiseWithResolvers<void> | null = null;

  /** Tokens of runs that are over by now, or were cut off with this program before, are revoked. */
  async function readJournals(session: OpenSession): Promise<void> {
    const came = await recoverLockedRuns(session, journals);
    if (came === null) {
      clock.after(AGAIN_MS, () => {
        if (!session.closing.aborted) void readJournals(session);
      });
      return;
    }
    const held = new Set([...ports.hands()].flatMap(({ tokenIds }) => tokenIds));
    const left = came.filter((id) => !held.has(id));
    if (left.length > 0) revoke(left, 'trader');
  }

  return {
    async keepThroughLock(session) {
      for (const hand of ports.hands()) {
        if (!hand.usableLocked || hand.locked !== null) continue;
        await within(clock, REST_MS, Promise.resolve(hand.renewing), null);
        hand.locked = await keepThroughLock(session, journals, hand);
      }
      changed();
    },
    async recover(session) {
      opening ??= Promise.withResolvers();
      const hands = [...ports.hands()];
      await Promise.all(hands.map(async ({ locked }) => await locked?.rest(REST_MS)));
      await Promise.all(endings);
      for (const hand of hands) {
        if (hand.locked === null) continue;
        const ids = hand.locked.tokenIds();
        hand.tokenIds = [...hand.tokenIds.filter((id) => !ids.includes(id)), ...ids];
        hand.renewedAtMs = hand.locked.renewedAtMs();
        hand.locked = null;
      }
      await readJournals(session);
    },
    end(hand, locked, by) {
      const known = new Set(locked.tokenIds());
      const others = hand.tokenIds.filter((id) => !known.has(id));
      const ending = locked
        .end(by)
        .then((left) => revoke([...left, ...others], hand.accessType))
        .finally(() => {
          endings.delete(ending);
          changed();
        });
      endings.add(ending);
    },
    async ended() {
      await Promise.all(endings);
    },
    letGo() {
      for (const { locked } of ports.hands()) locked?.wipe();
      changed();
    },
    async opening() {
      if (opening === null) return false;
      await within(clock, OPENING_MS, opening.promise, null);
      return true;
    },
    opened() {
      opening?.resolve();
      opening = null;
    },
  };
}
