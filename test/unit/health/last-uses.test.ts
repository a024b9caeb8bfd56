import { describe, expect, it } from 'vitest';
import { createLastUses } from '../../../electron/main/health/last-uses.ts';
import type { HistoryEvent } from '../../../electron/main/domain/history-event.ts';
import type { CredentialId } from '../../../electron/main/domain/ids.ts';
import { NO_CONTENTS } from '../../../electron/main/vault/vault.ts';
import { createFakeClock, settle } from '../../support/fake-clock.ts';
import { createMemoryVault } from '../../support/memory-vault.ts';
import { createTestSession, TRADER, PARTNER } from '../../support/test-session.ts';

const event = (what: HistoryEvent['what'], atMs: number, more: Partial<HistoryEvent> = {}) =>
  ({ what, atMs, by: 'person', credentialId: TRADER, ...more }) as HistoryEvent;

function usesOver(
  past: readonly HistoryEvent[],
  sound = true,
  asked: () => void = () => undefined,
) {
  const clock = createFakeClock();
  const closing = new AbortController();
  let changes = 0;
  const uses = createLastUses(
    {
      vault: createMemoryVault(NO_CONTENTS),
      clock,
      closing: closing.signal,
      changed: () => (changes += 1),
    },
    (visit) => {
      asked();
      past.forEach(visit);
      return Promise.resolve(sound);
    },
  );
  return { uses, clock, closing, changes: () => changes };
}

describe('the last use of a credential', () => {
  it('is the newest of its kind in the history, in whatever order events come', async () => {
    const { uses, clock } = usesOver([
      event('token_received', 30),
      event('token_received', 10),
      event('token_checked', 20),
      event('token_copied', 40),
      event('credential_changed', 99),
      event('token_checked', 50, { credentialId: PARTNER }),
    ]);
    expect(uses.of(TRADER).gotAtMs).toBeNull();
    await clock.advance(2_000);
    expect(uses.of(TRADER)).toEqual({
      gotAtMs: 30,
      checkedAtMs: 20,
      handedOutAtMs: 40,
      tradedAtMs: null,
    });
    expect(uses.of(PARTNER).checkedAtMs).toBe(50);
    expect(uses.of('nobody' as CredentialId).gotAtMs).toBeNull();
  });

  it('is known as soon as somebody asks for it, and read once', async () => {
    let reads = 0;
    const { uses, clock, changes } = usesOver(
      [event('token_received', 30)],
      true,
      () => (reads += 1),
    );
    await uses.finished();
    expect([uses.of(TRADER).gotAtMs, uses.isComplete()]).toEqual([30, true]);
    await clock.advance(2_000);
    await uses.finished();
    expect([reads, changes()]).toEqual([1, 1]);
  });

  it.each(['token_copied', 'token_handed_out'] as const)('counts %s as handed out', (what) => {
    const { uses } = usesOver([]);
    uses.note(event(what, 40));
    expect(uses.of(TRADER).handedOutAtMs).toBe(40);
  });

  it('knows when the ways back into the vault were tried', async () => {
    const { uses, clock } = usesOver([
      event('recovery_key_made', 5),
      event('vault_unlocked', 8, { word: 'recovery_key' }),
      event('vault_unlocked', 9, { word: 'passphrase' }),
      event('backup_tested', 11),
    ]);
    await clock.advance(2_000);
    expect(uses.waysBack()).toEqual({
      recoveryKeyMadeAtMs: 5,
      recoveryKeyUsedAtMs: 8,
      backupTestedAtMs: 11,
    });
  });

  it('is complete only where the history could be read to its end, and told once', async () => {
    const sound = usesOver([]);
    const broken = usesOver([], false);
    expect(sound.uses.isComplete()).toBe(false);
    await sound.clock.advance(2_000);
    await broken.clock.advance(2_000);
    expect([sound.uses.isComplete(), broken.uses.isComplete()]).toEqual([true, false]);
    expect(sound.changes()).toBe(1);
  });

  it('is not read any more once the session closes', async () => {
    const { uses, clock, closing } = usesOver([event('token_received', 30)]);
    closing.abort();
    await clock.advance(10_000);
    expect(uses.of(TRADER).gotAtMs).toBeNull();
  });

  it('follows what happens in an open session', async () => {
    const test = await createTestSession();
    await test.requests.request(TRADER, ['TRADER_TRADE']);
    await settle();
    const use = test.uses.of(TRADER);
    expect(use.gotAtMs).toBe(test.clock.nowMs());
    expect(use.tradedAtMs).toBe(test.clock.nowMs());
    expect(test.uses.of(PARTNER).gotAtMs).toBeNull();
    // Another session over the same vault knows it of its tokens, before the history is read.
    expect((await test.restart()).uses.of(TRADER).gotAtMs).not.toBeNull();
  });
});
