// The lock beside the vault: held only while a save runs, so that two processes never replace the
// file at once (V15). Exclusive creation decides; a lock whose process is gone is taken over.
import * as v from 'valibot';
import { readFile, readlink } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import os from 'node:os';
import { randomBytesOwn } from './primitives.ts';
import { type Result, fail, ok } from '../domain/result.ts';
import type { VaultFailure } from './vault.ts';
import { type FileSystem, type OpenFile, writeAll } from './file-system.ts';
import type { VaultNames } from './names.ts';
import { errnoOf } from '../domain/errno.ts';
import type { Row } from '../domain/row-schema.ts';

/** What a lock file says of its holder: one process, and no later one of its number. */
const holderSchema = v.object({
  pid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** When the process started: clock ticks since boot on Linux, empty where it cannot be told. */
  started: v.string(),
  /** Digest of host and process namespace: a number means nothing outside its own. */
  place: v.string(),
});
export type ProcessIdentity = Row<typeof holderSchema>;

/** The processes of this machine. */
export interface ProcessTable {
  readonly self: () => Promise<ProcessIdentity>;
  /** `unknown` where the number lives but may have been given out again, or lives elsewhere. */
  readonly state: (identity: ProcessIdentity) => Promise<'running' | 'gone' | 'unknown'>;
}

/** The processes as the system tells of them. */
export const systemProcesses: ProcessTable = {
  async self() {
    return { pid: process.pid, started: await startOf(process.pid), place: await ownPlace() };
  },
  async state(identity) {
    if (identity.place !== (await ownPlace())) return 'unknown';
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

async function ownPlace(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return createHash('sha256').update(`${os.hostname()}\n${namespace}`).digest('hex').slice(0, 16);
}

/** Of this process; different each time, so that a holder can tell its own lock from another's. */
function lockText(holder: ProcessIdentity): string {
  return JSON.stringify({ ...holder, nonce: randomBytesOwn(8).toString('hex') });
}

/** Null for a lock whose writer was killed before it wrote, and for anything else. */
function parseLockText(text: string): ProcessIdentity | null {
  try {
    const holder = v.safeParse(holderSchema, JSON.parse(text));
    return holder.success ? holder.output : null;
  } catch {
    return null;
  }
}

/** How long a save waits for another process's save. */
const WAIT_MS = 3_000;

const POLL_MS = 8;

/** A lock still empty after this long belongs to a process killed between its two steps. */
const EMPTY_IS_STALE_MS = 1_000;

/** Where a holder cannot be identified for sure, a lock this old is taken: saves take seconds. */
const UNKNOWN_IS_STALE_MS = 60_000;

const MAX_LOCK_BYTES = 1024;

/** The lock as its holder sees it. */
export interface HeldLock {
  /** False once another process took the lock over: the holder must not replace the file then. */
  readonly isOurs: () => Promise<boolean>;
  readonly release: () => Promise<void>;
}

interface LockFileParts {
  readonly fileSystem: FileSystem;
  readonly names: VaultNames;
  readonly processes: ProcessTable;
  readonly nowMs: () => number;
}

/** A lock whose process is gone is taken over; one of a live process is waited for. */
export class LockFile {
  readonly #parts: LockFileParts;
  /** Our own lock whose removal failed: ours to take again. */
  #leftBehind: string | null = null;
  #self: ProcessIdentity | null = null;

  constructor(parts: LockFileParts) {
    this.#parts = parts;
  }

  /** Failure: `locked_by_other`. Rejects with the file system's error when it cannot be created. */
  async acquire(waitMs = WAIT_MS): Promise<Result<HeldLock, VaultFailure>> {
    const { names, processes } = this.#parts;
    this.#self ??= await processes.self();
    const text = lockText(this.#self);
    let waitedMs = 0;
    let emptyForMs = 0;
    while (!(await this.#tryCreate(text))) {
      const found = await this.#read(names.lock);
      if (found === null) continue;
      if (await this.#isStale(found, emptyForMs)) {
        await this.#removeStale(found);
        continue;
      }
      if (waitedMs >= waitMs) return fail({ code: 'locked_by_other' });
      await new Promise((resolve) => {
        setTimeout(resolve, POLL_MS);
      });
      waitedMs += POLL_MS;
      emptyForMs = parseLockText(found) === null ? emptyForMs + POLL_MS : 0;
    }
    this.#leftBehind = null;
    return ok({
      isOurs: async () => (await this.#read(names.lock)) === text,
      release: async () => {
        // Another's lock, taken over meanwhile, stays. One that cannot be read is ours for all we know.
        const found = await this.#read(names.lock).catch(() => text);
        if (found === text) await this.#remove(text);
      },
    });
  }

  /** Null when there is no such file. */
  async #read(name: string): Promise<string | null> {
    try {
      const file = await this.#parts.fileSystem.open(name);
      try {
        const bytes = Buffer.alloc(MAX_LOCK_BYTES);
        return bytes.toString('utf8', 0, await file.read(bytes, 0));
      } finally {
        await file.close();
      }
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  async #isStale(text: string, emptyForMs: number): Promise<boolean> {
    const { fileSystem, names, processes, nowMs } = this.#parts;
    if (text === this.#leftBehind) return true;
    const holder = parseLockText(text);
    if (holder === null) return emptyForMs >= EMPTY_IS_STALE_MS;
    const state = await processes.state(holder);
    if (state !== 'unknown') return state === 'gone';
    const facts = await fileSystem.facts(names.lock);
    return facts !== null && nowMs() - facts.modifiedAtMs > UNKNOWN_IS_STALE_MS;
  }

  /** Moves the lock aside before removing it, and back if another was moved than was judged. */
  async #removeStale(judged: string): Promise<void> {
    const { fileSystem, names } = this.#parts;
    const aside = names.temporary();
    try {
      await fileSystem.rename(names.lock, aside);
      if ((await this.#read(aside)) !== judged) await fileSystem.link(aside, names.lock);
      await fileSystem.unlink(aside);
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT' && errnoOf(error) !== 'EEXIST') throw error;
    }
  }

  async #tryCreate(text: string): Promise<boolean> {
    const { fileSystem, names } = this.#parts;
    let file: OpenFile;
    try {
      file = await fileSystem.create(names.lock);
    } catch (error) {
      if (errnoOf(error) === 'EEXIST') return false;
      throw error;
    }
    try {
      try {
        await writeAll(file, Buffer.from(text, 'utf8'));
      } finally {
        await file.close();
      }
    } catch (error) {
      await this.#remove(text);
      throw error;
    }
    return true;
  }

  async #remove(text: string): Promise<void> {
    const { fileSystem, names } = this.#parts;
    try {
      await fileSystem.unlink(names.lock);
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') this.#leftBehind = text;
    }
  }
}
