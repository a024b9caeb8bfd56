// Tokens of hand-outs that are over, until their revocation has begun: now, at the next unlock, or again after a save
// that failed.
import type { Failure } from '../../shared/failures/failure.ts';
import type { AccessType } from '../../shared/words.ts';
import type { Clock } from '../domain/clock.ts';
import type { TokenId } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import type { SessionServices } from '../session/session-services.ts';
import { findToken } from '../tokens/open-session.ts';

/** After a revocation that could not be begun, such as for a disk that was full. */
const AGAIN_MS = 5_000;

interface DueRevocations {
  /** Begins to revoke now, or at the next unlock. A Partner token is left to the guide. */
  readonly revoke: (ids: readonly TokenId[], accessType: AccessType) => void;
  /** Tries all that have not begun; does nothing while the vault is locked. */
  readonly settle: () => Promise<void>;
  readonly ids: () => readonly TokenId[];
}

export function createDueRevocations(ports: {
  readonly clock: Clock;
  readonly services: () => Result<SessionServices, Failure>;
  /** Whether the vault is open as it was when these were had. */
  readonly isOpen: (services: SessionServices) => boolean;
  readonly changed: () => void;
}): DueRevocations {
  const due = new Map<TokenId, AccessType>();

  async function settle(): Promise<void> {
    const open = ports.services();
    if (!open.ok || due.size === 0) return;
    const { session, leases, plans } = open.value;
    const now = [...due];
    due.clear();
    const traders = now.filter(([, type]) => type === 'trader').map(([id]) => id);
    if (traders.length > 0) await leases.over(traders);
    for (const [id, type] of now) {
      const token = findToken(session, id);
      if (type === 'partner' && token !== null && token.partnerPlan === null) await plans.start(id);
    }
    const isLocked = !ports.isOpen(open.value);
    const left = now.filter(([id]) => {
      const token = findToken(session, id);
      // The contents go with a lock: whether it was saved before is not known then.
      if (token === null) return isLocked;
      return token.revocation === null && token.partnerPlan === null;
    });
    const unsaved = left.filter(([id]) => isLocked || open.value.texts.hasText(id));
    for (const [id, type] of unsaved) due.set(id, type);
    if (unsaved.length > 0) ports.clock.after(AGAIN_MS, () => void settle());
    ports.changed();
  }

  return {
    revoke(ids, accessType) {
      for (const id of ids) due.set(id, accessType);
      void settle();
    },
    settle,
    ids: () => [...due.keys()],
  };
}
