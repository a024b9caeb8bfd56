// Which events end leases: a lock, a machine that goes to sleep, the end of the app. An app that was
// killed told nobody, and a locked vault can revoke nothing: what they left is ended at the next unlock.
import type { LeaseEnd, LockReason } from '../../shared/words.ts';
import type { Power } from '../domain/power.ts';
import type { VaultSession } from './vault-session.ts';
import type { SessionPorts } from './session-ground.ts';

interface LeaseEventPorts {
  /** Tell auto-lock of the machine first: where sleep locks the vault, the lock ends those leases. */
  readonly power: Pick<Power, 'onSuspend'>;
  readonly working: VaultSession['working'];
  readonly lockedBy: () => LockReason | null;
  readonly quitting: () => boolean;
}

/** What ends leases beside their time. */
export function createLeaseEvents(ports: LeaseEventPorts) {
  /** Since the vault was open last. */
  let missed = new Set<LeaseEnd>(['lock', 'quit', 'program']);
  /** Told to the session that is being opened: it may be locked before it ends them. */
  let told = new Set<LeaseEnd>();
  ports.power.onSuspend(() => {
    const open = ports.working();
    if (open.ok) void open.value.leases.happened('suspend');
    if (!open.ok || open.value.session.vault.inMemory) missed.add('suspend');
  });
  return {
    /** What a session that is opened now has to know. One in memory missed nothing, and what was missed still waits. */
    forSession(inMemory: boolean): Pick<SessionPorts, 'missed' | 'closedBy'> {
      if (!inMemory) {
        told = new Set([...told, ...missed]);
        missed = new Set(['lock']);
      }
      return {
        missed: inMemory ? [] : [...told],
        closedBy() {
          const events: LeaseEnd[] = ['lock'];
          if (ports.lockedBy() === 'suspend') events.push('suspend');
          // Whoever quits leaves nobody who would see the end of a program.
          if (ports.quitting()) events.push('quit', 'program');
          return events;
        },
      };
    },
    /** That session is open, and has ended what it was told. */
    opened(): void {
      if (ports.working().ok) told = new Set();
    },
  };
}
