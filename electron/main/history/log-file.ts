// The file of the history: one SQLite database beside the vault with sealed rows in order. Adds, reads, never
// changes or deletes a row. Knows no key.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, lstat, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { fail, ok, type Result } from '../domain/result.ts';
import { errnoOf } from '../domain/errno.ts';
import { toFileFailure, nodeFileSystem } from '../vault/file-system.ts';
import { troubleOf, type LogTrouble } from './log-trouble.ts';

export interface Row {
  readonly seq: number;
  readonly sealed: Uint8Array;
  readonly chain: Uint8Array;
}

/** Every call answers `damaged` where the file is not what was written, never throws for it. */
export interface LogFile {
  /** Number of the last row; 0 for none. */
  readonly lastSeq: () => Result<number, LogTrouble>;
  /** Rows above `seq`, in order. */
  readonly after: (seq: number, limit: number) => Result<readonly Row[], LogTrouble>;
  /** Rows below `seq`, newest first. */
  readonly before: (seq: number, limit: number) => Result<readonly Row[], LogTrouble>;
  /** All of them durable, or none of them there. */
  readonly append: (rows: readonly Row[]) => Result<void, LogTrouble>;
  readonly close: () => void;
}

const EVENTS =
  'CREATE TABLE events (seq INTEGER PRIMARY KEY, sealed BLOB NOT NULL, chain BLOB NOT NULL) STRICT';

/** No row of ours comes near; a forged one cannot fill the memory. */
const MAX_ROW_BYTES = 64 * 1024;

// Exclusive: no second process adds rows that this one does not know of, and no shared-memory file.
// FULL: a commit is on the medium when it answers. The schema of a foreign file is never run.
const PRAGMAS = [
  'PRAGMA locking_mode = EXCLUSIVE',
  'PRAGMA trusted_schema = OFF',
  'PRAGMA cell_size_check = ON',
  'PRAGMA temp_store = MEMORY',
  'PRAGMA journal_mode = WAL',
  'PRAGMA synchronous = FULL',
  'PRAGMA fullfsync = ON',
  'PRAGMA checkpoint_fullfsync = ON',
].join('; ');

export async function logExists(path: string): Promise<Result<boolean, LogTrouble>> {
  try {
    await lstat(path);
    return ok(true);
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? ok(false) : fail(toFileFailure(error).code);
  }
}

/** Opens the file, or makes an empty one, 0600. `locked_by_other` while another process has it. */
export async function openLog(path: string): Promise<Result<LogFile, LogTrouble>> {
  try {
    // SECURITY(V17): only a plain file with one name is opened; SQLite itself would follow a link.
    const made = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, 0o600)
      .then((file) => file.close().then(() => true))
      .catch((error: unknown) => {
        if (errnoOf(error) === 'EEXIST') return false;
        throw error;
      });
    const facts = await lstat(path);
    if (!facts.isFile() || facts.nlink > 1) return fail('damaged');
    if (!made && process.platform !== 'win32') await chmod(path, 0o600);
  } catch (error) {
    return fail(toFileFailure(error).code);
  }
  const limits = { length: MAX_ROW_BYTES };
  const database = new DatabaseSync(path, { open: false, limits, allowExtension: false });
  const prepared = guarded(() => {
    database.open();
    database.exec(PRAGMAS);
    return hasOurTable(database) ? statementsOf(database) : null;
  });
  if (prepared.ok && prepared.value !== null) return ok(logOver(database, prepared.value));
  if (database.isOpen) database.close();
  return prepared.ok ? fail('damaged') : prepared;
}

/** Makes it in an empty file. A file with anything else in it is not ours. */
function hasOurTable(database: DatabaseSync): boolean {
  const found = database.prepare('SELECT sql FROM sqlite_schema ORDER BY name').all();
  if (found.length === 0) database.exec(EVENTS);
  return found.length === 0 || (found.length === 1 && found[0]?.['sql'] === EVENTS);
}

type Statements = Readonly<
  Record<'last' | 'after' | 'before' | 'add' | 'begin' | 'commit', StatementSync>
>;

function statementsOf(database: DatabaseSync): Statements {
  const statement = (sql: string): StatementSync => {
    const prepared = database.prepare(sql);
    // Arrays instead of objects: reading 100,000 rows takes half the time.
    prepared.setReturnArrays(true);
    return prepared;
  };
  const rows = 'SELECT seq, sealed, chain FROM events';
  return {
    last: statement('SELECT max(seq) FROM events'),
    after: statement(`${rows} WHERE seq > ? ORDER BY seq LIMIT ?`),
    before: statement(`${rows} WHERE seq < ? ORDER BY seq DESC LIMIT ?`),
    add: statement('INSERT INTO events VALUES (?, ?, ?)'),
    begin: statement('BEGIN IMMEDIATE'),
    commit: statement('COMMIT'),
  };
}

function logOver(database: DatabaseSync, statements: Statements): LogFile {
  const { begin, commit, add } = statements;
  const read = (statement: StatementSync, ...given: number[]): unknown[][] =>
    statement.all(...given) as unknown as unknown[][];
  return {
    lastSeq: () => guarded(() => Number(read(statements.last)[0]?.[0] ?? 0)),
    after: (seq, limit) => guarded(() => read(statements.after, seq, limit).map(toRow)),
    before: (seq, limit) => guarded(() => read(statements.before, seq, limit).map(toRow)),
    append(rows) {
      try {
        return guarded(() => {
          begin.run();
          for (const { seq, sealed, chain } of rows) add.run(seq, sealed, chain);
          commit.run();
        });
      } finally {
        if (database.isTransaction) guarded(() => database.exec('ROLLBACK'));
      }
    },
    close() {
      // What could not be carried over from the write-ahead file stays in it, and is read from there.
      if (database.isOpen) guarded(() => database.close());
    },
  };
}

function toRow([seq, sealed, chain]: unknown[]): Row {
  return { seq: seq as number, sealed: sealed as Uint8Array, chain: chain as Uint8Array };
}

/** The one place where what SQLite throws becomes an answer. */
function guarded<T>(work: () => T): Result<T, LogTrouble> {
  try {
    return ok(work());
  } catch (error) {
    return fail(troubleOf(error));
  }
}

/** The database and what SQLite keeps beside it. */
const PARTS = ['', '-wal', '-shm'] as const;

/**
 * Moves what lies in the file's place to a name of its own, with its write-ahead file, and leaves it
 * there. Answers the new name; null where there was nothing.
 */
export async function keepAside(
  path: string,
  nowMs: number,
): Promise<Result<string | null, LogTrouble>> {
  const time = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const tail = `.damaged-${time}-${randomBytes(2).toString('hex')}`;
  return await settled(async () => {
    const moved = await Promise.all(
      PARTS.map((part) => isThere(rename(`${path}${part}`, `${path}${tail}${part}`))),
    );
    return moved[0] === true ? `${basename(path)}${tail}` : null;
  });
}

/** Removes a closed file, if it is there. */
export const removeLog = (path: string): Promise<Result<void, LogTrouble>> =>
  settled(async () => {
    for (const part of PARTS) await isThere(unlink(`${path}${part}`));
  });

/** Puts one closed file in the place of another, which is gone then. Durable when it resolves. */
export const replaceLog = (from: string, path: string): Promise<Result<void, LogTrouble>> =>
  settled(async () => {
    // What SQLite left beside the other file would be read into this one.
    for (const part of ['-wal', '-shm']) await isThere(unlink(`${path}${part}`));
    await rename(from, path);
    await nodeFileSystem.syncDirectory(dirname(path));
  });

async function settled<T>(work: () => Promise<T>): Promise<Result<T, LogTrouble>> {
  try {
    return ok(await work());
  } catch (error) {
    return fail(toFileFailure(error).code);
  }
}

/** False where there was nothing of that name. */
async function isThere(done: Promise<void>): Promise<boolean> {
  try {
    await done;
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw error;
  }
}
