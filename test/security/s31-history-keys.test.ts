// S31: whoever holds an old data key (an old vault file and its passphrase) holds the old key of the history. A new
// data key seals all of it anew, so with the old one nobody can add or change an event, or put the old file back.
import { copyFileSync, readdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { fail } from '../../electron/main/domain/result.ts';
import type { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { encodeEvent } from '../../electron/main/history/event-codec.ts';
import { headOf, HISTORY_KEY, sealRow } from '../../electron/main/history/history-keys.ts';
import { exportText } from '../../electron/main/history/export-text.ts';
import { createTestHistory, event, told, type TestHistory } from '../support/test-history.ts';

let test: TestHistory;
beforeEach(() => {
  test = createTestHistory();
});

async function found(): Promise<unknown> {
  const history = await test.open();
  await history.verify();
  const { damage } = history.standing();
  await history.close();
  return damage;
}

describe('a history meddled with by somebody who holds a key of before the data key was replaced', () => {
  /**
   * Four events, one of them of after the data key was replaced, and the old key: the file of before lies beside.
   * Ends anchored or as a kill does.
   */
  async function renewed(end: 'locked' | 'killed' = 'locked'): Promise<SecretBytes> {
    const before = await test.open();
    before.recordEvent(event('Under the old key'));
    await before.close();
    copyFileSync(test.file, `${test.file}.old`);
    const secret = test.vault.deriveKey(HISTORY_KEY);
    if (!secret.ok) throw new Error(secret.failure.code);
    const history = await test.open();
    expect((await test.vault.rekey()).ok).toBe(true);
    history.recordEvent(event('Under the new key'));
    await history.written();
    await (end === 'locked' ? history.close() : test.crash(history));
    return secret.value;
  }

  /** Writes a row of the old key in the place of that number. */
  function forge(old: SecretBytes, seq: number): void {
    const database = new DatabaseSync(test.file);
    const before = database.prepare('SELECT sealed FROM events WHERE seq = ?').get(seq - 1) as {
      sealed: Uint8Array;
    };
    const sealed = sealRow(old, headOf(seq - 1, before.sealed), encodeEvent(event('Forged')));
    database.prepare('INSERT OR REPLACE INTO events VALUES (?, ?)').run(seq, sealed);
    database.close();
  }

  it('is changed where an event is added under the old key', async () => {
    forge(await renewed(), 6);
    expect(await found()).toMatchObject({ kind: 'row_changed', atSeq: 6 });
  });

  it('is changed where an event of before is written anew under the old key', async () => {
    forge(await renewed('killed'), 2);
    expect(await found()).toMatchObject({ kind: 'row_changed', atSeq: 2 });
  });

  it('is foreign where the file of before is put back', async () => {
    await renewed();
    copyFileSync(`${test.file}.old`, test.file);
    expect(await found()).toMatchObject({ kind: 'foreign', known: 5 });
    expect(test.keptAside()).toHaveLength(1);
  });

  it('takes no file of before for one that was sealed anew', async () => {
    await renewed();
    copyFileSync(`${test.file}.old`, `${test.file}.new`);
    const history = await test.open();
    expect(await told(history)).toEqual([
      'history_started',
      'Under the old key',
      'vault_locked',
      'Under the new key',
      'vault_locked',
    ]);
    expect(readdirSync(test.folder).filter((name) => name.endsWith('.new'))).toEqual([]);
    await history.close();
  });

  it('shows and exports no event that was written anew under the old key', async () => {
    forge(await renewed(), 2);
    const history = await test.open();
    const everything = { before: null, limit: 100, search: '', credentialId: null };
    expect(await exportText(history, 'json_lines', 0)).toEqual(
      fail({ code: 'history_closed', facts: { about: 'damaged' } }),
    );
    await history.verify();
    const page = await history.page(everything);
    expect(JSON.stringify(page)).not.toContain('Forged');
    await history.close();
  });
});
