// Which events a session is told of that end leases: sleep with and without a lock, quit, and a kill.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { createLeaseEvents } from '../../../electron/main/session/lease-events.ts';
import type { LeaseEnd, LockReason } from '../../../electron/shared/words.ts';
import { createTestSession } from '../../support/test-session.ts';

async function eventsWith(now: {
  open?: boolean;
  lockedBy?: LockReason | null;
  quitting?: boolean;
  inMemory?: boolean;
}) {
  const session = await createTestSession(undefined, now.inMemory);
  const happened: LeaseEnd[] = [];
  let suspend: () => void = () => undefined;
  const leases = Object.assign(session.leases, {
    happened: (...events: readonly LeaseEnd[]) => {
      happened.push(...events);
      return Promise.resolve([]);
    },
  });
  const events = createLeaseEvents({
    power: {
      onSuspend(listener) {
        suspend = listener;
      },
    },
    working: () =>
      now.open === false ? fail({ code: 'vault_locked' }) : ok({ ...session, leases }),
    lockedBy: () => now.lockedBy ?? null,
    quitting: () => now.quitting === true,
  });
  return { events, happened, suspend: () => suspend() };
}

describe('the events that end leases', () => {
  it('are sleep where the vault stays open', async () => {
    const { happened, suspend } = await eventsWith({});
    suspend();
    expect(happened).toEqual(['suspend']);
  });

  it('are left to the lock where sleep locks the vault', async () => {
    const { events, happened, suspend } = await eventsWith({ open: false, lockedBy: 'suspend' });
    suspend();
    expect(happened).toEqual([]);
    expect(events.forSession(false).closedBy()).toEqual(['lock', 'suspend']);
  });

  it('that were missed are a sleep too, where the machine slept behind a locked vault', async () => {
    const now = { open: true, lockedBy: 'idle' as const };
    const { events, suspend } = await eventsWith(now);
    events.forSession(false);
    events.opened();
    now.open = false;
    suspend();
    expect(events.forSession(false).missed).toEqual(['lock', 'suspend']);
    now.open = true;
    events.opened();
    expect(events.forSession(false).missed).toEqual(['lock']);
  });

  it('are lock and quit where the app ends', async () => {
    const { events } = await eventsWith({ quitting: true });
    expect(events.forSession(false).closedBy()).toEqual(['lock', 'quit', 'program']);
  });

  it('that were missed are a lock, and an end of the app before its first unlock', async () => {
    const { events } = await eventsWith({});
    expect(events.forSession(false).missed).toEqual(['lock', 'quit', 'program']);
    events.opened();
    expect(events.forSession(false).missed).toEqual(['lock']);
  });

  it('that were missed are told again where the vault was locked while it was being opened', async () => {
    const now = { open: false };
    const { events, suspend } = await eventsWith(now);
    events.forSession(false);
    suspend();
    events.opened();
    expect(events.forSession(false).missed).toEqual(['lock', 'quit', 'program', 'suspend']);
    now.open = true;
    events.opened();
    expect(events.forSession(false).missed).toEqual(['lock']);
  });

  it('that the saved vault missed wait while one in memory is open, and a sleep is one more', async () => {
    const { events, happened, suspend } = await eventsWith({ inMemory: true });
    expect(events.forSession(true).missed).toEqual([]);
    suspend();
    expect(happened).toEqual(['suspend']);
    expect(events.forSession(false).missed).toEqual(['lock', 'quit', 'program', 'suspend']);
  });
});
