// The structured log: closed events, allow-listed fields, one JSON line each. No message, no error, no
// cause ever enters it, so nothing secret can (S22).
import { constants } from 'node:fs';
import { lstat, mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { serial } from '../domain/limit.ts';

type LogEvent =
  | 'started'
  | 'variable_removed'
  | 'vault_created'
  | 'vault_unlocked'
  | 'vault_locked'
  | 'window_locked'
  | 'call_refused'
  | 'internal_error'
  | 'window_crashed'
  | 'notification_failed'
  | 'quit';

/** Every value is a name from a closed list, a number or a random id. */
interface LogFields {
  readonly call?: string;
  readonly kind?: string;
  /** Why a call was refused. */
  readonly reason?: string;
  readonly correlationId?: string;
  readonly host?: 'electron' | 'stand-in';
  readonly version?: string;
}

export type Log = ReturnType<typeof createLog>;

const MAX_LOG_BYTES = 1024 * 1024;

/** Appends to `strongroom.log` in `directory`; one older file is kept. A full disk loses log lines only. */
export function createLog(directory: string, nowMs: () => number) {
  const file = path.join(directory, 'strongroom.log');
  const inTurn = serial();
  const write = (work: () => Promise<unknown>): Promise<void> =>
    inTurn(work).then(
      () => undefined,
      () => undefined,
    );
  void write(() => mkdir(directory, { recursive: true, mode: 0o700 }));
  return {
    event(name: LogEvent, fields: LogFields = {}): void {
      const line = `${JSON.stringify({ at: new Date(nowMs()).toISOString(), event: name, ...fields })}\n`;
      void write(() => append(file, line));
    },
    /** Every event so far is in the file, or could not be written. */
    settled: () => write(() => Promise.resolve()),
  };
}

// A pipe in its place, which nobody reads, must not hold a thread of the process; a link leads elsewhere. Windows
// has neither flag: undefined counts as 0 there.
const APPEND =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  constants.O_NONBLOCK |
  constants.O_NOFOLLOW;

async function append(file: string, line: string): Promise<void> {
  const facts = await lstat(file).catch(() => null);
  if (facts !== null && facts.size > MAX_LOG_BYTES) await rename(file, `${file}.1`);
  const handle = await open(file, APPEND, 0o600);
  try {
    if ((await handle.stat()).isFile()) await handle.writeFile(line);
  } finally {
    await handle.close();
  }
}
