// S31: whoever holds an old data key (an old vault file and its passphrase) holds old keys of the history. With
// them they can neither add events nor move the place from which the newest key applies.
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { fail } from '../../electron/main/domain/result.ts';
import { encodeEvent } from '../../electron/main/history/event-codec.ts';
import { createHistoryKeys, type HistoryKeys } from '../../electron/main/history/history-keys.ts';
import { createKeyring } from '../../electron/main/history/keyring.ts';
import { verifyWhole } from '../../electron/main/history/log-checks.ts';
import { exportText } from '../../electron/main/history/export-text.ts';
import { openLog } from '../../electron/main/history/log-file.ts';
import { createTestHistory, event, type TestHistory } from '../support/test-history.ts';

let test: TestHistory;
beforeEach(() => {
  test = createTestHistory();
});
afterEach(() => test.remove());

async function found(): Promise<unknown> {
  const history = await test.open();
  await history.verify();
  const { damage } = history.standing();
  await history.close();
  return damage;
}

describe('a history meddled with by somebody who holds a key of before the data key was replaced', () => {
  /** A renewed history with one event of each key, and the old key. Ends anchored or as a kill does. */
  async function renewed(end: 'locked' | 'killed'): Promise<HistoryKeys> {
    const history = await test.open();
    history.recordEvent(event('Under the old key'));
    await history.written();
    const id = test.vault.contents().history?.keyId ?? '';
    const secret = test.vault.openRecord({ id, field: 'history_key' });
    if (!secret.ok) throw new Error(secret.failure.code);
    const old = createHistoryKeys(id, secret.value);
    await history.renewKeys();
    history.recordEvent(event('Under the new key'));
    await history.written();
    await (end === 'locked' ? history.close() : test.crash(history));
    return old;
  }

  /** Writes a row in place of that number and all after it. */
  function forge(old: HistoryKeys, seq: number, sql: (proof: string) => string): void {
    const database = new DatabaseSync(test.file);
    const { chain } = database.prepare('SELECT chain FROM events WHERE seq = ?').get(seq - 1) as {
      chain: Uint8Array;
    };
    const sealed = old.seal(seq, chain, encodeEvent(event('Forged')));
    database.prepare('DELETE FROM events WHERE seq >= ?').run(seq);
    database
      .prepare('INSERT INTO events VALUES (?, ?, ?)')
      .run(seq, sealed, old.link(seq, chain, sealed));
    database.exec(sql(`x'${old.begins(seq, chain).toString('hex')}'`));
    database.close();
  }

  /** Seals the second event anew, and leaves its place in the chain as it is. */
  function rewrite(old: HistoryKeys): void {
    const database = new DatabaseSync(test.file);
    const { chain } = database.prepare('SELECT chain FROM events WHERE seq = 1').get() as {
      chain: Uint8Array;
    };
    const sealed = old.seal(2, chain, encodeEvent(event('Forged')));
    database.prepare('UPDATE events SET sealed = ? WHERE seq = 2').run(sealed);
    database.close();
  }

  it('has a forged epoch where the old key is appended for later events', async () => {
    const old = await renewed('locked');
    forge(old, 5, (proof) => `INSERT INTO epochs VALUES (5, '${old.id}', ${proof})`);
    expect(await found()).toMatchObject({ kind: 'epoch_forged', atSeq: 5 });
  });

  it('has a forged epoch where the beginning of the new key is moved behind a forged event', async () => {
    const old = await renewed('killed');
    forge(old, 3, (proof) => `UPDATE epochs SET from_seq = 4, proof = ${proof} WHERE from_seq = 3`);
    expect(await found()).toMatchObject({ kind: 'epoch_forged', atSeq: 4 });
  });

  it('has a forged epoch where the new key is followed by the old one and stands last again', async () => {
    const old = await renewed('locked');
    const id = test.vault.contents().history?.keyId ?? '';
    test.meddle(
      `INSERT INTO epochs VALUES (5, '${old.id}', x'00'); INSERT INTO epochs VALUES (6, '${id}', x'00')`,
    );
    expect(await found()).toMatchObject({ kind: 'epoch_forged', atSeq: 6 });
  });

  it('has a forged epoch where a key of the vault that this file never held stands last', async () => {
    const old = await renewed('locked');
    const secret = SecretBytes.take(Buffer.alloc(32, 7));
    await test.vault.change({
      contents: (before) => ({ ...before }),
      seal: [{ name: { id: 'kept-aside', field: 'history_key' }, secret }],
    });
    const other = createHistoryKeys('kept-aside', secret);
    forge(other, 5, (proof) => `INSERT INTO epochs VALUES (5, 'kept-aside', ${proof})`);
    expect(old.id).not.toBe(other.id);
    expect(await found()).toMatchObject({ kind: 'epoch_forged', atSeq: 5 });
  });

  it('shows no event that was written anew under the old key', async () => {
    const old = await renewed('locked');
    rewrite(old);
    const history = await test.open();
    const everything = { before: null, limit: 100, search: '', credentialId: null };
    expect(await history.page(everything)).toEqual(fail({ code: 'history_damaged' }));
    await history.close();
  });

  it('exports no event that was written anew under the old key', async () => {
    const old = await renewed('locked');
    rewrite(old);
    const history = await test.open();
    expect(await exportText(history, 'json_lines', 0)).toEqual(fail({ code: 'history_damaged' }));
    await history.close();
  });

  it('is told once the list is changed while it is open', async () => {
    const old = await renewed('locked');
    const log = await openLog(test.file);
    if (!log.ok) throw new Error(log.failure);
    const keyring = createKeyring(test.vault);
    const anchor = test.vault.contents().history;
    const head = { seq: anchor?.count ?? 0, chain: Buffer.from(anchor?.head ?? '', 'hex') };
    const checked = await verifyWhole(log.value, keyring, head, old.id, () => true);
    log.value.close();
    expect(checked).toEqual({ ok: false, failure: { kind: 'epoch_forged', atSeq: 3 } });
  });
});
