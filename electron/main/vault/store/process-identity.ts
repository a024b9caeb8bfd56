// Which process holds a lock, told apart from a later process that was given the same number.
import { createHash } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import os from 'node:os';

/** One process, and no later one of its number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When the process started: clock ticks since boot on Linux, empty where it cannot be told. */
  readonly started: string;
  /** Digest of host and process namespace: a number means nothing outside its own. */
  readonly place: string;
}

/** The processes of this machine. */
export interface ProcessTable {
  readonly self: () => Promise<ProcessIdentity>;
  /** `unknown` where the number lives but may have been given out again, or lives elsewhere. */
  readonly state: (identity: ProcessIdentity) => Promise<'running' | 'gone' | 'unknown'>;
}

/** The processes as the system tells of them. */
export const systemProcesses: ProcessTable = {
  async self() {
    return { pid: process.pid, started: await startOf(process.pid), place: await place() };
  },
  async state(identity) {
    if (identity.place !== (await place())) return 'unknown';
    try {
      process.kill(identity.pid, 0);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return 'gone';
    }
    const started = await startOf(identity.pid);
    if (started === '' || identity.started === '') return 'unknown';
    return started === identity.started ? 'running' : 'gone';
  },
};

/** Field 22 of /proc/<pid>/stat; the name before it may hold spaces and brackets. */
async function startOf(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

async function place(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return createHash('sha256').update(`${os.hostname()}\n${namespace}`).digest('hex').slice(0, 16);
}
