// How a session begins and ends in the history, and that nothing is written while the vault is locked.
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createHistorySession,
  type HistorySession,
  type HistorySessionPorts,
} from '../../../electron/main/history/history-session.ts';
import { NO_CONTENTS } from '../../../electron/main/vault/vault.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createMemoryVault, type MemoryVault } from '../../support/memory-vault.ts';
import { ownFolder } from '../../support/own-folder.ts';

const at = ownFolder();
let kept: MemoryVault;
beforeEach(() => {
  kept = createMemoryVault(NO_CONTENTS);
});

const deskWith = (part: Partial<HistorySessionPorts> = {}): HistorySession =>
  createHistorySession({
    clock: createFakeClock(),
    directory: at(),
    changed: () => undefined,
    openedBy: () => 'passphrase',
    isRestored: () => false,
    lockedBy: () => null,
    ...part,
  });

/** The same vault opened again: a memory vault stays locked for good. */
const opened = (): MemoryVault => ({ ...kept, lock: kept.endSession });

async function told(desk: HistorySession): Promise<readonly (readonly unknown[])[]> {
  const history = desk.current();
  if (!history.ok) throw new Error(history.failure.code);
  const { page } = history.value;
  const found = await page({ before: null, limit: 100, search: '', credentialId: null });
  if (!found.ok) throw new Error(found.failure.code);
  return found.value.events.map(({ event }) => [event?.what, event?.by, event?.word]).toReversed();
}

describe('the history of a session', () => {
  it('begins with how the vault was opened and ends with why it was locked', async () => {
    const first = deskWith({ lockedBy: () => 'idle' });
    await first.open(opened(), true).vault.lock();
    const second = deskWith({ openedBy: () => 'recovery_key' });
    const { vault } = second.open(opened(), false);
    expect(await told(second)).toEqual([
      ['history_started', 'app', 'new'],
      ['vault_created', 'person', 'passphrase'],
      ['vault_locked', 'app', 'idle'],
      ['vault_unlocked', 'person', 'recovery_key'],
    ]);
    await vault.lock();
  });

  it('begins before everything else of it, however long its file takes', async () => {
    const clock = createFakeClock();
    const desk = deskWith({ clock });
    desk.open(opened(), true);
    await clock.advance(1_500);
    const history = desk.current();
    if (!history.ok) throw new Error(history.failure.code);
    const query = { before: null, limit: 9, search: '', credentialId: null } as const;
    const page = await history.value.page(query);
    const times = page.ok ? page.value.events.map(({ event }) => event?.atMs ?? 0) : [];
    expect(times).toHaveLength(2);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('says that what was opened is a backup', async () => {
    const desk = deskWith({ isRestored: () => true });
    const { vault } = desk.open(opened(), false);
    expect((await told(desk)).map(([what]) => what)).toEqual([
      'history_started',
      'backup_restored',
      'vault_unlocked',
    ]);
    await vault.lock();
  });

  it('takes what the person did to the vault, and nothing once it is locked', async () => {
    const desk = deskWith();
    const { vault } = desk.open(opened(), true);
    desk.tell('passphrase_changed');
    expect((await told(desk)).at(-1)).toEqual(['passphrase_changed', 'person', undefined]);
    await vault.lock();
    desk.tell('recovery_key_made');
    expect(desk.current()).toEqual({ ok: false, failure: { code: 'vault_locked' } });
  });
});
