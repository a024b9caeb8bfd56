// What a failed operation on the history's file is called. Drops the error itself: its message holds
// paths and SQL.
import type { VaultFailureCode } from '../../shared/failures/failure.ts';
import { errnoOf } from '../domain/errno.ts';

/** `damaged`: the file is not what was written. The others pass, and are tried again. */
export type LogTrouble = 'damaged' | VaultFailureCode;

/** Primary result codes, https://sqlite.org/rescode.html */
const codes: Readonly<Record<number, LogTrouble>> = {
  3: 'read_only', // PERM
  5: 'locked_by_other', // BUSY
  6: 'locked_by_other', // LOCKED
  7: 'io_error', // NOMEM
  8: 'read_only', // READONLY
  10: 'io_error', // IOERR
  11: 'damaged', // CORRUPT
  13: 'disk_full', // FULL
  14: 'io_error', // CANTOPEN
  15: 'io_error', // PROTOCOL
  17: 'damaged', // SCHEMA
  18: 'damaged', // TOOBIG: a row larger than any of ours
  19: 'damaged', // CONSTRAINT: a row of this number is there already
  26: 'damaged', // NOTADB
};

/** @throws the error again when SQLite did not report it: a bug must not pass for a bad disk. */
export function troubleOf(error: unknown): LogTrouble {
  // A row number beyond 2^53 is none of ours.
  if (errnoOf(error) === 'ERR_OUT_OF_RANGE') return 'damaged';
  const primary =
    error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
      ? error.errcode & 0xff
      : null;
  const trouble = primary === null ? undefined : codes[primary];
  if (trouble === undefined) throw error;
  return trouble;
}
