import { readdirSync, statSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { HISTORY_FILE, openHistory } from '../../../electron/main/history/history.ts';
import type { MemoryVault } from '../../support/memory-vault.ts';
import { createTestHistory, event, told, type TestHistory } from '../../support/test-history.ts';

let test: TestHistory;
const openedOver = (vault: MemoryVault) =>
  openHistory({
    vault: { ...vault, lock: () => Promise.resolve() },
    clock: test.clock,
    directory: test.folder,
    changed: () => undefined,
    lockedBy: () => null,
  });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
beforeEach(() => {
  test = createTestHistory();
});

describe('the history', () => {
  it('lets its keys go at once although its last save never answers, and writes nothing more', async () => {
    const answer = Promise.withResolvers<void>();
    let isStuck = false;
    const slow = createTestHistory({
      ...test.vault,
      async change(change) {
        if (isStuck) await answer.promise;
        return await test.vault.change(change);
      },
    });
    const history = await slow.open();
    history.recordEvent(event('Desk A'));
    await history.written();
    isStuck = true;
    const locking = history.close();
    await turn();
    history.wipe();
    history.recordEvent(event('Desk B'));
    expect(history.anchor()).toBeNull();
    answer.resolve();
    await locking;
    const again = await slow.open();
    expect(await told(again)).toEqual(['history_started', 'Desk A', 'vault_locked']);
    expect(again.standing().damage).toBeNull();
    await again.close();
  });

  it('that is wiped while it opens writes under no key that is gone', async () => {
    const first = await test.open();
    await first.close();
    const history = openedOver(test.vault);
    history.recordEvent(event('Desk A'));
    history.wipe();
    await history.close();
    const again = await test.open();
    expect(await told(again)).toEqual(['history_started', 'vault_locked']);
    expect(again.standing().damage).toBeNull();
    await again.close();
  });

  it('that is wiped while its first key is saved leaves its file to the next unlock', async () => {
    let isLocked = false;
    const history = openedOver({
      ...test.vault,
      hasRecord: (name) => !isLocked && test.vault.hasRecord(name),
      async change(change) {
        const saved = await test.vault.change(change);
        isLocked = true;
        history.wipe();
        return saved;
      },
    });
    await history.close();
    const again = await test.open();
    expect(again.standing().failure).toBeNull();
    await again.close();
  });

  it('begins with an event of its own, then what was noted, in order', async () => {
    const history = await test.open();
    history.recordEvent(event('Desk A'));
    history.recordEvent(event('Desk B'));
    expect(await history.written()).toBe(true);
    expect(await told(history)).toEqual(['history_started', 'Desk A', 'Desk B']);
    await history.close();
  });

  it('goes on where it was after a lock, and says that it was locked', async () => {
    const first = await test.open();
    first.recordEvent(event('Desk A'));
    await first.close();
    const second = await test.open();
    second.recordEvent(event('Desk B'));
    await second.written();
    expect(await told(second)).toEqual(['history_started', 'Desk A', 'vault_locked', 'Desk B']);
    expect(second.standing()).toEqual({ failure: null, waiting: 0, damage: null });
    await second.close();
  });

  it('keeps a file that only its owner may read', async () => {
    const history = await test.open();
    history.recordEvent(event('Desk A'));
    await history.written();
    expect(statSync(test.file).mode & 0o777).toBe(0o600);
    expect(statSync(`${test.file}-wal`).mode & 0o777).toBe(0o600);
    await history.close();
  });

  it('rides along with a save of the vault and costs none of its own', async () => {
    const history = await test.open();
    const before = test.vault.saves();
    for (let index = 0; index < 50; index += 1) history.recordEvent(event(`Desk ${index}`));
    await history.written();
    expect(test.vault.saves()).toBe(before);
    await test.vault.change({ contents: (contents) => ({ ...contents }) });
    expect(test.vault.saves()).toBe(before + 1);
    expect(test.vault.contents().history?.count).toBe(51);
    await history.close();
  });

  it('makes no save out of a change that changes nothing', async () => {
    const history = await test.open();
    history.recordEvent(event('Desk A'));
    await history.written();
    const before = test.vault.contents();
    await test.vault.change({ contents: (contents) => contents });
    expect(test.vault.contents()).toBe(before);
    await history.close();
  });

  it('opens where the vault knows less than the file, as after a restore or a kill', async () => {
    const first = await test.open();
    first.recordEvent(event('Desk A'));
    await first.written();
    await test.vault.change({ contents: (contents) => ({ ...contents }) });
    first.recordEvent(event('Desk B'));
    await test.crash(first);
    expect(test.vault.contents().history?.count).toBe(2);
    const second = await test.open();
    second.recordEvent(event('Desk C'));
    await second.written();
    expect(second.standing().damage).toBeNull();
    expect(await told(second)).toEqual([
      'history_started',
      'Desk A',
      'Desk B',
      'vault_locked',
      'Desk C',
    ]);
    await second.close();
  });

  it('verifies what it wrote', async () => {
    const history = await test.open();
    history.recordEvent(event('Desk A'));
    expect(await history.verify()).toEqual({ ok: true, value: { events: 2, damage: null } });
    await history.close();
  });

  it('is sealed anew as a whole where the data key is replaced', async () => {
    const history = await test.open();
    history.recordEvent(event('Desk A'));
    await history.written();
    const before = test.vault.contents().history;
    expect((await test.vault.rekey()).ok).toBe(true);
    history.recordEvent(event('Desk B'));
    await history.written();
    expect(test.vault.contents().history).not.toEqual(before);
    expect(readdirSync(test.folder)).not.toContain(`${HISTORY_FILE}.new`);
    expect(await told(history)).toEqual(['history_started', 'Desk A', 'Desk B']);
    expect(await history.verify()).toEqual({ ok: true, value: { events: 3, damage: null } });
    await history.close();
    const again = await test.open();
    expect(again.standing().damage).toBeNull();
    expect(await told(again)).toEqual(['history_started', 'Desk A', 'Desk B', 'vault_locked']);
    await again.close();
  });

  it('stays as it was where the data key could not be replaced', async () => {
    const history = await test.open();
    history.recordEvent(event('Desk A'));
    await history.written();
    test.vault.failWith({ code: 'disk_full' });
    expect(await test.vault.rekey()).toEqual({ ok: false, failure: { code: 'disk_full' } });
    test.vault.failWith(null);
    history.recordEvent(event('Desk B'));
    expect(await told(history)).toEqual(['history_started', 'Desk A', 'Desk B']);
    await history.close();
    const again = await test.open();
    expect(again.standing().damage).toBeNull();
    expect(readdirSync(test.folder)).not.toContain(`${HISTORY_FILE}.new`);
    await again.close();
  });

  it('is whole at the next unlock where a kill comes right behind the save of a new data key', async () => {
    const history = await test.open();
    for (let each = 0; each < 500; each += 1) history.recordEvent(event(`Desk ${each}`));
    await history.written();
    expect((await test.vault.rekey('killed')).ok).toBe(true);
    history.wipe();
    const again = await test.open();
    expect(again.standing().damage).toBeNull();
    expect(await again.verify()).toEqual({ ok: true, value: { events: 501, damage: null } });
    expect(readdirSync(test.folder)).not.toContain(`${HISTORY_FILE}.new`);
    await again.close();
  });

  it('keeps the data key from being replaced while it is not open', async () => {
    test.vault.failWith({ code: 'disk_full' });
    const history = await test.open();
    test.vault.failWith(null);
    expect(await test.vault.rekey()).toEqual({ ok: false, failure: { code: 'disk_full' } });
    await test.clock.advance(5_000);
    await expect.poll(() => history.standing().failure).toBeNull();
    expect((await test.vault.rekey()).ok).toBe(true);
    expect(await told(history)).toEqual(['history_started']);
    await history.close();
  });

  it('is verified to its end although the data key is replaced meanwhile', async () => {
    const history = await test.open();
    for (let each = 0; each < 1_000; each += 1) history.recordEvent(event(`Desk ${each}`));
    await history.written();
    const [verdict, renewed] = await Promise.all([history.verify(), test.vault.rekey()]);
    expect(verdict).toEqual({ ok: true, value: { events: 1_001, damage: null } });
    expect(renewed.ok).toBe(true);
    await history.close();
  });

  it('says that it is not written while the vault cannot take its first key, and tries again', async () => {
    test.vault.failWith({ code: 'disk_full' });
    const history = await test.open();
    history.recordEvent(event('Desk A'));
    expect(await history.written()).toBe(false);
    expect(history.standing()).toMatchObject({ failure: { code: 'disk_full' }, waiting: 1 });
    test.vault.failWith(null);
    await test.clock.advance(5_000);
    await expect.poll(() => history.standing().failure).toBeNull();
    expect(await history.written()).toBe(true);
    expect(await told(history)).toEqual(['history_started', 'Desk A']);
    await history.close();
  });
});
