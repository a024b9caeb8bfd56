// What somebody without the key can do to the history's file, and what it is called. Each time the
// damaged file is kept aside with its rows, and the new history says so in its first event.
import { readFileSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_WAITING } from '../../../electron/main/history/history-writer.ts';
import { NO_CONTENTS } from '../../../electron/main/vault/vault.ts';
import { createMemoryVault } from '../../support/memory-vault.ts';
import { createTestHistory, event, told, type TestHistory } from '../../support/test-history.ts';

let test: TestHistory;
beforeEach(() => {
  test = createTestHistory();
});
const ofAnotherVault = (): TestHistory =>
  createTestHistory(createMemoryVault(NO_CONTENTS, new Map(), Buffer.alloc(32, 2)));

/** Ten events and a lock, so that the anchor stands at the last of them: 12 rows. */
async function written(): Promise<void> {
  const history = await test.open();
  for (let index = 0; index < 10; index += 1) history.recordEvent(event(`Desk ${index}`));
  await history.close();
}

async function found(): Promise<unknown> {
  const history = await test.open();
  await history.verify();
  const { damage } = history.standing();
  const first = (await told(history))[0];
  await history.close();
  return { damage, first, aside: test.keptAside().length };
}

const damage = (kind: string, atSeq: number | null, keptAside: unknown = expect.any(String)) => ({
  damage: { kind, atSeq, known: 12, keptAside },
  first: 'history_started',
  aside: keptAside === null ? 0 : 1,
});

describe('a history that was meddled with', () => {
  it('is left alone where nothing was', async () => {
    await written();
    expect(await found()).toEqual({ damage: null, first: 'history_started', aside: 0 });
  });

  it.each([
    [
      'with an edited row',
      'row_changed',
      'UPDATE events SET sealed = flipped(sealed) WHERE seq = 5',
      5,
    ],
    [
      'with two swapped rows',
      'row_changed',
      'UPDATE events SET seq = -1 WHERE seq = 5; UPDATE events SET seq = 5 WHERE seq = 6; UPDATE events SET seq = 6 WHERE seq = -1',
      5,
    ],
    [
      'with a row written twice',
      'row_changed',
      'DELETE FROM events WHERE seq = 6; INSERT INTO events SELECT 6, sealed FROM events WHERE seq = 5',
      6,
    ],
    [
      'with an edited last row',
      'row_changed',
      'UPDATE events SET sealed = flipped(sealed) WHERE seq = 12',
      12,
    ],
    ['without the first row', 'row_removed', 'DELETE FROM events WHERE seq = 1', 1],
    ['without a row in the middle', 'row_removed', 'DELETE FROM events WHERE seq = 5', 5],
    [
      'with changed row numbers',
      'row_removed',
      'UPDATE events SET seq = seq + 100 WHERE seq > 4',
      5,
    ],
    ['without its last row', 'shortened', 'DELETE FROM events WHERE seq = 12', 12],
    ['without its last five rows', 'shortened', 'DELETE FROM events WHERE seq > 7', 8],
    ['without all its rows', 'shortened', 'DELETE FROM events', 1],
  ])('%s is found as %s', async (_name, kind, sql, atSeq) => {
    await written();
    test.meddle(sql);
    expect(await found()).toEqual(damage(kind, atSeq));
  });

  it('ends too early where an older copy was put back', async () => {
    const first = await test.open();
    first.recordEvent(event('Desk A'));
    await first.close();
    const putBack = test.copy();
    const second = await test.open();
    second.recordEvent(event('Desk B'));
    await second.close();
    putBack();
    expect(await found()).toMatchObject({ damage: { kind: 'shortened', atSeq: 4 } });
  });

  it('is not told from one cut after the anchor: only the vault would know of those events', async () => {
    const history = await test.open();
    history.recordEvent(event('Desk A'));
    await history.written();
    await test.vault.change({ contents: (contents) => ({ ...contents }) });
    history.recordEvent(event('Desk B'));
    await test.crash(history);
    test.meddle('DELETE FROM events WHERE seq > 2');
    expect(await found()).toEqual({ damage: null, first: 'history_started', aside: 0 });
  });

  it('is missing where the vault knows of events and there is no file', async () => {
    await written();
    unlinkSync(test.file);
    expect(await found()).toEqual(damage('missing', null, null));
  });

  it("is foreign where another vault's file lies in its place", async () => {
    const other = ofAnotherVault();
    const theirs = await other.open();
    theirs.recordEvent(event('Their desk'));
    await theirs.close();
    await written();
    writeFileSync(test.file, readFileSync(other.file));
    expect(await found()).toEqual(damage('foreign', null));
  });

  it("takes no row of another vault's in", async () => {
    const other = ofAnotherVault();
    const theirs = await other.open();
    for (let index = 0; index < 10; index += 1) theirs.recordEvent(event(`Theirs ${index}`));
    await theirs.close();
    await written();
    test.meddle(
      `ATTACH '${other.file}' AS other; DELETE FROM events WHERE seq = 5; INSERT INTO events SELECT * FROM other.events WHERE seq = 5`,
    );
    expect(await found()).toEqual(damage('row_changed', 5));
  });

  it('has parted from the vault where both went on without each other', async () => {
    const copyOfVault = await (async () => {
      const history = await test.open();
      history.recordEvent(event('Desk A'));
      await history.close();
      return test.vault.contents().history;
    })();
    const putBack = test.copy();
    const there = await test.open();
    there.recordEvent(event('Desk on the other machine'));
    await there.close();
    const anchorThere = test.vault.contents().history;
    putBack();
    await test.vault.change({ contents: (before) => ({ ...before, history: copyOfVault }) });
    const here = await test.open();
    here.recordEvent(event('Desk here'));
    await here.close();
    await test.vault.change({ contents: (before) => ({ ...before, history: anchorThere }) });
    expect(await found()).toMatchObject({ damage: { kind: 'parted', atSeq: null } });
  });

  it.each([
    [
      'text',
      (file: string) => writeFileSync(file, 'no database at all, but long enough to be one'),
    ],
    ['half a page', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 2_000))],
    [
      'a database of another kind',
      (file: string) => {
        unlinkSync(file);
        const database = new DatabaseSync(file);
        database.exec('CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES (1)');
        database.close();
      },
    ],
    [
      'a link',
      (file: string) => {
        unlinkSync(file);
        writeFileSync(`${file}.elsewhere`, 'elsewhere');
        symlinkSync(`${file}.elsewhere`, file);
      },
    ],
  ])('cannot be read where %s lies in its place', async (_name, spoil) => {
    await written();
    spoil(test.file);
    expect(await found()).toEqual(damage('unreadable', null));
  });

  it('runs no trigger that somebody put in', async () => {
    await written();
    test.meddle('CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM events; END');
    expect(await found()).toEqual(damage('unreadable', null));
  });

  it('is kept aside with every row it had, closed to others', async () => {
    await written();
    test.meddle('DELETE FROM events WHERE seq = 5');
    await found();
    const [name = ''] = test.keptAside();
    const kept = path.join(test.folder, name);
    const database = new DatabaseSync(kept, { readOnly: true });
    expect(database.prepare('SELECT count(*) AS rows FROM events').get()).toEqual({ rows: 11 });
    database.close();
    expect(statSync(kept).mode & 0o777).toBe(0o600);
  });

  it('writes again what this session had written when the damage lay before it', async () => {
    await written();
    test.meddle('UPDATE events SET sealed = flipped(sealed) WHERE seq = 5');
    const history = await test.open();
    history.recordEvent(event('After the unlock'));
    expect(await history.written()).toBe(true);
    expect(history.standing().damage).toBeNull();
    await test.clock.advance(3_000);
    await expect.poll(() => history.standing().damage?.kind).toBe('row_changed');
    expect(await told(history)).toEqual(['history_started', 'After the unlock']);
    await history.close();
  });

  it('writes again what was written before the data key was replaced, too', async () => {
    await written();
    test.meddle('UPDATE events SET sealed = flipped(sealed) WHERE seq = 5');
    const history = await test.open();
    history.recordEvent(event('Before the new key'));
    expect((await test.vault.rekey()).ok).toBe(true);
    history.recordEvent(event('After the new key'));
    await history.written();
    expect(history.standing().damage).toMatchObject({ kind: 'row_changed', atSeq: 5 });
    expect(await told(history)).toEqual([
      'history_started',
      'Before the new key',
      'After the new key',
    ]);
    await history.close();
  });

  it('writes again the newest events where this session had written more than it may', async () => {
    await written();
    test.meddle('UPDATE events SET sealed = flipped(sealed) WHERE seq = 5');
    const history = await test.open();
    for (let each = 0; each < MAX_WAITING; each += 1) history.recordEvent(event('Desk'));
    await history.written();
    history.recordEvent(event('The last thing that was done'));
    expect(await history.verify()).toMatchObject({ value: { damage: { kind: 'row_changed' } } });
    expect((await told(history)).at(-1)).toBe('The last thing that was done');
    await history.close();
  });

  it('is found while it is read', async () => {
    await written();
    test.meddle('UPDATE events SET sealed = flipped(sealed) WHERE seq = 5');
    const history = await test.open();
    const page = await history.page({ before: null, limit: 100, search: '', credentialId: null });
    expect(page).toEqual({
      ok: false,
      failure: { code: 'history_closed', facts: { about: 'damaged' } },
    });
    await expect.poll(() => history.standing().damage?.kind).toBe('row_changed');
    await history.close();
  });
});
