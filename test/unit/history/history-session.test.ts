// How a session begins and ends in the history, and that nothing is written while the vault is locked.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createHistorySession,
  type HistorySession,
  type HistorySessionPorts,
} from '../../../electron/main/history/history-session.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { HISTORY_KEY_DUE, NO_CONTENTS } from '../../../electron/main/vault/store/vault.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createMemoryVault, type MemoryVault } from '../../support/memory-vault.ts';

let directory = '';
let kept: MemoryVault;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'strongroom-desk-'));
  kept = createMemoryVault(NO_CONTENTS);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const deskWith = (part: Partial<HistorySessionPorts> = {}): HistorySession =>
  createHistorySession({
    clock: createFakeClock(),
    directory,
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

  it('gets its new key later where the disk was full, and asks for none once it is locked', async () => {
    const clock = createFakeClock();
    const desk = deskWith({ clock });
    const { vault } = desk.open(opened(), true);
    await told(desk);
    const keyId = (): string | undefined => kept.contents().history?.keyId;
    const before = keyId();
    kept.failWith({ code: 'disk_full' });
    await desk.renewKeys();
    await clock.advance(4_999);
    kept.failWith(null);
    expect(keyId()).toBe(before);
    await clock.advance(1);
    await expect.poll(keyId).not.toBe(before);
    const renewed = keyId();
    kept.failWith({ code: 'disk_full' });
    await desk.renewKeys();
    kept.failWith(null);
    await vault.lock();
    await clock.advance(600_000);
    expect(keyId()).toBe(renewed);
  });

  it('gets its new key at the next unlock where a lock came before it', async () => {
    const first = deskWith();
    const { vault } = first.open(opened(), true);
    await told(first);
    const due = SecretBytes.take(Buffer.alloc(32, 1));
    await kept.change({
      contents: (before) => before,
      seal: [{ name: HISTORY_KEY_DUE, secret: due }],
    });
    await vault.lock();
    const before = kept.contents().history?.keyId;
    const second = deskWith();
    const again = second.open(opened(), false).vault;
    await told(second);
    expect(kept.contents().history?.keyId).not.toBe(before);
    expect(kept.hasRecord(HISTORY_KEY_DUE)).toBe(false);
    await again.lock();
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
