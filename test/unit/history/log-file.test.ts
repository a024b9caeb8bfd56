import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openLog, troubleOf, UNREADABLE } from '../../../electron/main/history/log-file.ts';
import { ownFolder } from '../../support/own-folder.ts';

const at = ownFolder();

/** What SQLite itself throws. */
function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('what SQLite says', () => {
  it('is a full disk', () => {
    const database = new DatabaseSync(at('full'));
    database.exec('CREATE TABLE t (bytes BLOB); PRAGMA max_page_count = 2');
    const error = thrownBy(() => database.exec('INSERT INTO t VALUES (zeroblob(100000))'));
    expect(troubleOf(error)).toBe('disk_full');
    database.close();
  });

  it('is damage where the file is no database', () => {
    const file = at('text');
    writeFileSync(file, 'no database at all');
    const database = new DatabaseSync(file);
    const error = thrownBy(() => database.exec('SELECT * FROM sqlite_schema'));
    expect(troubleOf(error)).toBe(UNREADABLE);
    database.close();
  });

  it('is never taken for a bug, nor a bug for it', () => {
    expect(() => troubleOf(new Error('a bug'))).toThrow('a bug');
    const database = new DatabaseSync(':memory:');
    const error = thrownBy(() => database.exec('SELECT * FROM nowhere'));
    expect(() => troubleOf(error)).toThrow('no such table');
    database.close();
  });
});

describe('the log file', () => {
  it('is held by one at a time', async () => {
    const file = at('held');
    const first = await openLog(file);
    if (!first.ok) throw new Error('not opened');
    expect(await openLog(file)).toEqual({ ok: false, failure: 'locked_by_other' });
    first.value.close();
    const second = await openLog(file);
    expect(second.ok).toBe(true);
    if (second.ok) second.value.close();
  });

  it('takes all rows of a transaction or none', async () => {
    const opened = await openLog(at('atomic'));
    if (!opened.ok) throw new Error('not opened');
    const log = opened.value;
    const row = (seq: number) => ({ seq, sealed: Buffer.from('sealed') });
    expect(log.append([row(1), row(2)])).toEqual({ ok: true, value: undefined });
    expect(log.append([row(3), row(2)])).toEqual({ ok: false, failure: UNREADABLE });
    expect(log.lastSeq()).toEqual({ ok: true, value: 2 });
    log.close();
  });
});
