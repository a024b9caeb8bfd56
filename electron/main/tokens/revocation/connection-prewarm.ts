// The connections of one environment for many revocations: opened while the person still reads what a
// trigger would stop, kept while the run uses them, and closed when nobody does, or when anything of how and
// by whom the environment is reached is no longer as it was.
import { isDeepStrictEqual } from 'node:util';
import type { RevokeBurst } from '../../gateway/gateway.ts';
import type { GatewayTarget } from '../../gateway/call-target.ts';
import type { RevokeBy } from './revocation-call.ts';
import type { OpenSession } from '../open-session.ts';

/** How long connections wait for a trigger that may never come. */
const KEEP_FOR_PRESS_MS = 60_000;
/** How long they wait once nothing is under way: a server that said "too many" may name a minute. */
const KEEP_FOR_RETRY_MS = 65_000;
/** Fewer are not worth a burst: each gets a connection of its own. */
const FEWEST = 3;

export interface ConnectionPrewarm {
  /** Opens connections for so many calls, unless enough are open. */
  readonly warm: (target: GatewayTarget, expected: number) => void;
  /** Revokes over what is open, else over a connection of its own. */
  readonly revoke: RevokeBy;
  /** Calls the open connections carry at once; null where none are open. */
  readonly width: () => number | null;
  /** Nothing is under way. */
  readonly rest: () => void;
}

interface Open {
  readonly burst: RevokeBurst;
  readonly target: GatewayTarget;
  readonly expected: number;
  underWay: number;
}

/** @param targetNow how the environment is reached now; null where it is not. */
export function createConnectionPrewarm(
  session: Pick<OpenSession, 'clock' | 'gateway' | 'closing'>,
  targetNow: () => GatewayTarget | null,
): ConnectionPrewarm {
  const { clock, gateway, closing } = session;
  let open: Open | null = null;
  let cancelClose: (() => void) | null = null;

  /** Nobody begins a call over them any more. */
  function letGo(calls: 'may end' | 'end now' = 'may end'): void {
    cancelClose?.();
    cancelClose = null;
    if (open !== null && (open.underWay === 0 || calls === 'end now')) open.burst.close();
    open = null;
  }

  /** Compared as a whole: origin, authorities, proxy, its password, and whatever else a target may have. */
  function letGoUnless(target: GatewayTarget): void {
    // SECURITY(S35)
    if (open !== null && open.target !== target && !isDeepStrictEqual(open.target, target)) {
      letGo('end now');
    }
  }

  function closeIn(delayMs: number): void {
    cancelClose?.();
    cancelClose = clock.after(delayMs, () => {
      if (open?.underWay === 0) letGo();
    });
  }

  // At lock, calls under way have had their grace by then.
  closing.addEventListener('abort', () => letGo('end now'));

  return {
    warm(target, expected) {
      letGoUnless(target);
      const fits = open !== null && open.expected >= expected;
      if (expected < FEWEST || closing.aborted || fits) return;
      letGo();
      const isCurrent = (): boolean => {
        if (isDeepStrictEqual(targetNow(), target)) return true;
        // They end with this answer: should the way change back, nothing may wait for them.
        if (open?.target === target) letGo('end now');
        return false;
      };
      const burst = gateway.openBurst(target, expected, { signal: closing, isCurrent });
      open = { burst, target, expected, underWay: 0 };
      closeIn(KEEP_FOR_PRESS_MS);
    },
    async revoke(target, credential, token, options) {
      letGoUnless(target);
      const over = open;
      if (over === null) {
        return await gateway.revokeToken(target, credential, token, options);
      }
      over.underWay += 1;
      // They are in use: calls a server wants spread leave moments with none under way.
      cancelClose?.();
      cancelClose = null;
      try {
        return await over.burst.revoke(credential, token, options);
      } finally {
        over.underWay -= 1;
        if (over !== open && over.underWay === 0) over.burst.close();
      }
    },
    width: () => open?.burst.width() ?? null,
    rest() {
      if (open !== null) closeIn(KEEP_FOR_RETRY_MS);
    },
  };
}
