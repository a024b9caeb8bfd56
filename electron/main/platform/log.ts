// The structured log: closed events, allow-listed fields, one JSON line each. No message, no error, no
// cause ever enters it, so nothing secret can (S22).
import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';

const logEvents = [
  'started',
  'vault_created',
  'vault_unlocked',
  'vault_locked',
  'call_refused',
  'internal_error',
  'window_crashed',
  'notification_failed',
  'quit',
] as const;
export type LogEvent = (typeof logEvents)[number];

/** Every value is a name from a closed list, a number or a random id. */
export interface LogFields {
  readonly call?: string;
  readonly kind?: string;
  /** Why a call was refused. */
  readonly reason?: string;
  readonly correlationId?: string;
  readonly host?: 'electron' | 'stand-in';
  readonly version?: string;
}

export interface Log {
  readonly event: (name: LogEvent, fields?: LogFields) => void;
  /** Every event so far is in the file, or could not be written. */
  readonly settled: () => Promise<void>;
}

const MAX_LOG_BYTES = 1024 * 1024;

/** Appends to `strongroom.log` in `directory`; one older file is kept. A full disk loses log lines only. */
export function createLog(directory: string, nowMs: () => number): Log {
  const file = path.join(directory, 'strongroom.log');
  let last: Promise<void> = mkdir(directory, { recursive: true, mode: 0o700 }).then(
    () => undefined,
    () => undefined,
  );
  return {
    event(name, fields = {}) {
      const line = `${JSON.stringify({ at: new Date(nowMs()).toISOString(), event: name, ...fields })}\n`;
      last = last.then(() => append(file, line)).catch(() => undefined);
    },
    settled: () => last,
  };
}

async function append(file: string, line: string): Promise<void> {
  const size = await stat(file).then(
    (facts) => facts.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await rename(file, `${file}.1`);
  await appendFile(file, line, { mode: 0o600 });
}
