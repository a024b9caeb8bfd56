// Who asks. On Linux the kernel tells it: main names a fresh file that only this user can open, the client opens it,
// and main finds it open in the process that the client says it is. The time at which that process started is kept,
// since numbers come again. Elsewhere nothing is proven, and the question says so.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../domain/result.ts';

/** A larger file is not what starts a program; hashing it would hold up the question. */
const LARGEST_HASHED_BYTES = 512 * 1024 * 1024;
const MOST_FILES_OF_A_PROCESS = 4_096;

export interface HashedFile {
  readonly path: string;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
}

export interface Asker {
  readonly pid: number;
  readonly proven: boolean;
  /** In clock ticks since the machine started; null where it is not known. */
  readonly startedTicks: string | null;
  /** Path of the command itself, as the system knows it; null where nothing is proven. */
  readonly executable: string | null;
  /** What started it, by path or name; null where it is not known. */
  readonly parent: string | null;
  readonly folder: string | null;
  /** What was typed to start it, word by word; null where nothing is proven. */
  readonly words: readonly string[] | null;
}

export interface Processes {
  readonly identify: (pid: number, opened: string) => Promise<Result<Asker, 'another_process'>>;
  /** Still the process that it was. */
  readonly isSame: (asker: Asker) => Promise<boolean>;
}

/** Field 22 of /proc/<pid>/stat; the name before it may hold spaces and brackets. */
export function startTicksIn(line: string): string | null {
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

const parentIn = (line: string): string | null =>
  line.slice(line.lastIndexOf(')') + 2).split(' ')[1] ?? null;

/** Of /proc/<pid>/cmdline, where each word ends with a zero byte. */
const wordsIn = (text: string | null): readonly string[] | null =>
  text === null || text === '' ? null : text.replace(/\0$/, '').split('\0');

const orNull = async <T>(work: Promise<T>): Promise<T | null> => await work.catch(() => null);

/** @param proc where the system tells of its processes; another place in tests. */
export function linuxProcesses(proc = '/proc'): Processes {
  const of = (pid: number, ...more: readonly string[]): string =>
    path.join(proc, `${pid}`, ...more);

  /** By device and inode: the folder's name may lead through a link, which the kernel does not repeat. */
  async function hasOpen(pid: number, file: string): Promise<boolean> {
    const wanted = await orNull(stat(file, { bigint: true }));
    const open = (await orNull(readdir(of(pid, 'fd')))) ?? [];
    for (const name of open.slice(0, MOST_FILES_OF_A_PROCESS)) {
      const held = await orNull(stat(of(pid, 'fd', name), { bigint: true }));
      if (wanted !== null && held?.ino === wanted.ino && held.dev === wanted.dev) return true;
    }
    return false;
  }

  const ticks = async (pid: number): Promise<string | null> => {
    const text = await orNull(readFile(of(pid, 'stat'), 'utf8'));
    return text === null ? null : startTicksIn(text);
  };

  return {
    async identify(pid, opened) {
      // SECURITY(S51): the time is read before and after, so that one process was looked at.
      const startedTicks = await ticks(pid);
      if (startedTicks === null || !(await hasOpen(pid, opened))) return fail('another_process');
      const text = (await orNull(readFile(of(pid, 'stat'), 'utf8'))) ?? '';
      const parent = parentIn(text);
      const asker: Asker = {
        pid,
        proven: true,
        startedTicks,
        executable: await orNull(readlink(of(pid, 'exe'))),
        parent: parent === null ? null : await orNull(readlink(path.join(proc, parent, 'exe'))),
        folder: await orNull(readlink(of(pid, 'cwd'))),
        words: wordsIn(await orNull(readFile(of(pid, 'cmdline'), 'utf8'))),
      };
      return (await ticks(pid)) === startedTicks ? ok(asker) : fail('another_process');
    },
    isSame: async ({ pid, startedTicks }) => (await ticks(pid)) === startedTicks,
  };
}

const NOTHING_KNOWN = {
  startedTicks: null,
  executable: null,
  parent: null,
  folder: null,
  words: null,
} as const;

/** Where the system tells nobody: what the client says stands, and nothing is remembered. */
export const unprovenProcesses: Processes = {
  identify: (pid) => Promise.resolve(ok({ ...NOTHING_KNOWN, pid, proven: false })),
  isSame: () => Promise.resolve(true),
};

/** Null where there is no such file, or one that no program is. */
export async function hashFile(file: string): Promise<HashedFile | null> {
  try {
    const real = await realpath(file);
    const facts = await stat(real);
    if (!facts.isFile() || facts.size > LARGEST_HASHED_BYTES) return null;
    const hash = createHash('sha256');
    for await (const part of createReadStream(real)) hash.update(part as Buffer);
    return { path: real, hash: hash.digest('hex') };
  } catch {
    return null;
  }
}
