// The file of the history: one SQLite database beside the vault with sealed rows in order, and which
// key each stretch of them is under. Adds, reads, never changes or deletes a row. Knows no key.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, lstat, open, rename } from 'node:fs/promises';
import { basename } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { fail, ok, type Result } from '../domain/result.ts';
import { errnoOf } from '../domain/errno.ts';
import { toFileFailure } from '../vault/store/file-failure.ts';
import { troubleOf, type LogTrouble } from './log-trouble.ts';

export interface Row {
  readonly seq: number;
  readonly sealed: Uint8Array;
  readonly chain: Uint8Array;
}

/** From this row on, rows are under this key, which proves it. */
export interface Epoch {
  readonly fromSeq: number;
  readonly keyId: string;
  /** `HistoryKeys.begins` of this key. */
  readonly proof: Uint8Array;
}

/** Every call answers `damaged` where the file is not what was written, never throws for it. */
export interface LogFile {
  readonly epochs: () => Result<readonly Epoch[], LogTrouble>;
  readonly addEpoch: (epoch: Epoch) => Result<void, LogTrouble>;
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
const EPOCHS =
  'CREATE TABLE epochs (from_seq INTEGER PRIMARY KEY, key_id TEXT NOT NULL, proof BLOB NOT NULL) STRICT, WITHOUT ROWID';

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
    return hasOurTables(database) ? statementsOf(database) : null;
  });
  if (prepared.ok && prepared.value !== null) return ok(logOver(database, prepared.value));
  if (database.isOpen) database.close();
  return prepared.ok ? fail('damaged') : prepared;
}

/** Makes them in an empty file. A file with anything else in it is not ours. */
function hasOurTables(database: DatabaseSync): boolean {
  const found = database.prepare('SELECT sql FROM sqlite_schema ORDER BY name').all();
  if (found.length === 0) database.exec(`BEGIN IMMEDIATE; ${EVENTS}; ${EPOCHS}; COMMIT`);
  const tables = found.map(({ sql }) => sql);
  return (
    found.length === 0 || (tables.length === 2 && tables[0] === EPOCHS && tables[1] === EVENTS)
  );
}

type Statements = Readonly<
  Record<'epochs' | 'addEpoch' | 'last' | 'after' | 'before' | 'add', StatementSync> &
    Record<'begin' | 'commit', StatementSync>
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
    epochs: statement('SELECT from_seq, key_id, proof FROM epochs ORDER BY from_seq'),
    addEpoch: statement('INSERT INTO epochs VALUES (?, ?, ?)'),
    last: statement('SELECT max(seq) FROM events'),
    after: statement(`${rows} WHERE seq > ? ORDER BY seq LIMIT ?`),
    before: statement(`${rows} WHERE seq < ? ORDER BY seq DESC LIMIT ?`),
    add: statement('INSERT INTO events VALUES (?, ?, ?)'),
    begin: statement('BEGIN IMMEDIATE'),
    commit: statement('COMMIT'),
  };
}

function logOver(database: DatabaseSync, statements: Statements): LogFile {
  const { begin, commit, add, addEpoch } = statements;
  const read = (statement: StatementSync, ...given: number[]): unknown[][] =>
    statement.all(...given) as unknown as unknown[][];
  function transaction(work: () => void): Result<void, LogTrouble> {
    try {
      return guarded(() => {
        begin.run();
        work();
        commit.run();
      });
    } finally {
      if (database.isTransaction) guarded(() => database.exec('ROLLBACK'));
    }
  }
  return {
    epochs: () =>
      guarded(() =>
        read(statements.epochs).map(([fromSeq, keyId, proof]) => ({
          fromSeq: Number(fromSeq),
          keyId: String(keyId),
          proof: proof as Uint8Array,
        })),
      ),
    addEpoch: ({ fromSeq, keyId, proof }) => transaction(() => addEpoch.run(fromSeq, keyId, proof)),
    lastSeq: () => guarded(() => Number(read(statements.last)[0]?.[0] ?? 0)),
    after: (seq, limit) => guarded(() => read(statements.after, seq, limit).map(toRow)),
    before: (seq, limit) => guarded(() => read(statements.before, seq, limit).map(toRow)),
    append: (rows) =>
      transaction(() => {
        for (const { seq, sealed, chain } of rows) add.run(seq, sealed, chain);
      }),
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
  try {
    const moved = await Promise.all(
      ['', '-wal', '-shm'].map((part) =>
        rename(`${path}${part}`, `${path}${tail}${part}`).then(
          () => true,
          (error: unknown) => {
            if (errnoOf(error) === 'ENOENT') return false;
            throw error;
          },
        ),
      ),
    );
    return ok(moved[0] === true ? `${basename(path)}${tail}` : null);
  } catch (error) {
    return fail(toFileFailure(error).code);
  }
}
