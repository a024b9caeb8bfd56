// The file of the history: one SQLite database beside the vault with sealed rows in order. Adds, reads, never
// changes or deletes a row. Knows no key.
import { constants } from 'node:fs';
import { chmod, lstat, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import type { HistoryDamage } from '../../shared/history/history-view.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { errnoOf } from '../domain/errno.ts';
import type { VaultFailureCode } from '../../shared/failures/failure.ts';
import { toFileFailure, nodeFileSystem } from '../vault/file-system.ts';
import { asideName } from '../vault/names.ts';

/** The file is not what was written: what is wrong, and at which event. */
export interface Damage {
  readonly kind: HistoryDamage;
  readonly atSeq: number | null;
}

/** SQLite's own word for a file it cannot read. */
export const UNREADABLE: Damage = { kind: 'unreadable', atSeq: null };

/** Damage, or what passes and is tried again. */
export type LogTrouble = Damage | VaultFailureCode;

export const isDamage = (trouble: LogTrouble): trouble is Damage => typeof trouble === 'object';

export interface Row {
  readonly seq: number;
  readonly sealed: Uint8Array;
}

const EVENTS = 'CREATE TABLE events (seq INTEGER PRIMARY KEY, sealed BLOB NOT NULL) STRICT';

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

/** The log of a vault in memory: SQLite's name for a database without a file. */
export const IN_MEMORY = ':memory:';

export async function logExists(path: string): Promise<Result<boolean, LogTrouble>> {
  if (path === IN_MEMORY) return ok(false);
  try {
    await lstat(path);
    return ok(true);
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? ok(false) : fail(toFileFailure(error).code);
  }
}

/** Opens the file, or makes an empty one, 0600. `locked_by_other` while another process has it. */
export async function openLog(path: string): Promise<Result<LogFile, LogTrouble>> {
  const ours = path === IN_MEMORY ? ok() : await makeOurs(path);
  if (!ours.ok) return ours;
  const limits = { length: MAX_ROW_BYTES };
  const database = new DatabaseSync(path, { open: false, limits, allowExtension: false });
  const prepared = guarded(() => {
    database.open();
    database.exec(PRAGMAS);
    return hasOurTable(database) ? new LogFile(database) : null;
  });
  if (prepared.ok && prepared.value !== null) return ok(prepared.value);
  if (database.isOpen) database.close();
  return prepared.ok ? fail(UNREADABLE) : prepared;
}

/** A plain file that only its owner may read, empty where there was none. */
async function makeOurs(path: string): Promise<Result<void, LogTrouble>> {
  try {
    // SECURITY(V17): only a plain file with one name is opened; SQLite itself would follow a link.
    const made = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, 0o600)
      .then((file) => file.close().then(() => true))
      .catch((error: unknown) => {
        if (errnoOf(error) === 'EEXIST') return false;
        throw error;
      });
    const facts = await lstat(path);
    if (!facts.isFile() || facts.nlink > 1) return fail(UNREADABLE);
    if (!made && process.platform !== 'win32') await chmod(path, 0o600);
  } catch (error) {
    return fail(toFileFailure(error).code);
  }
  return ok();
}

/** Makes it in an empty file. A file with anything else in it is not ours. */
function hasOurTable(database: DatabaseSync): boolean {
  const found = database.prepare('SELECT sql FROM sqlite_schema ORDER BY name').all();
  if (found.length === 0) database.exec(EVENTS);
  return found.length === 0 || (found.length === 1 && found[0]?.['sql'] === EVENTS);
}

/** Every call answers `UNREADABLE` where the file is not what was written, never throws for it. */
export class LogFile {
  readonly #database: DatabaseSync;
  readonly #last: StatementSync;
  readonly #after: StatementSync;
  readonly #before: StatementSync;
  readonly #add: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#last = database.prepare('SELECT max(seq) AS seq FROM events');
    this.#after = database.prepare('SELECT * FROM events WHERE seq > ? ORDER BY seq LIMIT ?');
    this.#before = database.prepare('SELECT * FROM events WHERE seq < ? ORDER BY seq DESC LIMIT ?');
    this.#add = database.prepare('INSERT INTO events VALUES (?, ?)');
  }

  /** Number of the last row; 0 for none. */
  lastSeq(): Result<number, LogTrouble> {
    return guarded(() => Number(this.#last.get()?.['seq'] ?? 0));
  }

  /** Rows above `seq`, in order. */
  after(seq: number, limit: number): Result<readonly Row[], LogTrouble> {
    return guarded(() => this.#after.all(seq, limit).map(toRow));
  }

  /** Rows below `seq`, newest first. */
  before(seq: number, limit: number): Result<readonly Row[], LogTrouble> {
    return guarded(() => this.#before.all(seq, limit).map(toRow));
  }

  /** All of them durable, or none of them there. */
  append(rows: readonly Row[]): Result<void, LogTrouble> {
    try {
      return guarded(() => {
        this.#database.exec('BEGIN IMMEDIATE');
        for (const { seq, sealed } of rows) this.#add.run(seq, sealed);
        this.#database.exec('COMMIT');
      });
    } finally {
      if (this.#database.isTransaction) guarded(() => this.#database.exec('ROLLBACK'));
    }
  }

  isOpen(): boolean {
    return this.#database.isOpen;
  }

  /** What could not be carried over from the write-ahead file stays in it, and is read from there. */
  close(): void {
    if (this.isOpen()) guarded(() => this.#database.close());
  }
}

// The table is strict: a row has these kinds of values and no other.
const toRow = ({ seq, sealed }: Record<string, SQLOutputValue>): Row => ({
  seq: Number(seq),
  sealed: sealed as Uint8Array,
});

/** The one place where what SQLite throws becomes an answer. */
function guarded<T>(work: () => T): Result<T, LogTrouble> {
  try {
    return ok(work());
  } catch (error) {
    return fail(troubleOf(error));
  }
}

/** Primary result codes, https://sqlite.org/rescode.html */
const codes: Readonly<Record<number, LogTrouble>> = {
  3: 'io_error', // PERM
  5: 'locked_by_other', // BUSY
  6: 'locked_by_other', // LOCKED
  7: 'io_error', // NOMEM
  8: 'io_error', // READONLY
  10: 'io_error', // IOERR
  11: UNREADABLE, // CORRUPT
  13: 'disk_full', // FULL
  14: 'io_error', // CANTOPEN
  15: 'io_error', // PROTOCOL
  17: UNREADABLE, // SCHEMA
  18: UNREADABLE, // TOOBIG: a row larger than any of ours
  19: UNREADABLE, // CONSTRAINT: a row of this number is there already
  26: UNREADABLE, // NOTADB
};

/** @throws the error again when SQLite did not report it: a bug must not pass for a bad disk. */
export function troubleOf(error: unknown): LogTrouble {
  // A row number beyond 2^53 is none of ours.
  if (errnoOf(error) === 'ERR_OUT_OF_RANGE') return UNREADABLE;
  const primary =
    error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
      ? error.errcode & 0xff
      : null;
  const trouble = primary === null ? undefined : codes[primary];
  if (trouble === undefined) throw error;
  return trouble;
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
  if (path === IN_MEMORY) return ok(null);
  const aside = asideName(basename(path), nowMs);
  return await settled(async () => {
    const moved = await Promise.all(
      PARTS.map((part) =>
        isThere(rename(`${path}${part}`, join(dirname(path), `${aside}${part}`))),
      ),
    );
    return moved[0] === true ? aside : null;
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
