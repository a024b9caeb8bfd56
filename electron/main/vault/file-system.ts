// Every file operation the vault makes, as a port that tests fail or kill at each of them, and on Node's own functions.
// Operations reject with Node's errors (`code` is the errno's name); `toFileFailure` alone interprets them, and drops
// them: their messages hold paths.
import { constants, type BigIntStats } from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname } from 'node:path';
import type { VaultFailureCode } from '../../shared/failures/failure.ts';
import type { VaultFailure } from './vault.ts';
import { errnoOf } from '../domain/errno.ts';

/** What the system says of a name. */
export interface FileFacts {
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  readonly size: number;
  /** Permission bits; 0o600 on systems without them. */
  readonly permissions: number;
  /** How many names the file has. */
  readonly links: number;
  /** Device and inode: equal for two names of one file. */
  readonly identity: string;
  readonly modifiedAtMs: number;
}

/** An open file. */
export interface OpenFile {
  /** Writes some of the bytes, from `offset` on, at the file's end; answers how many. */
  readonly write: (bytes: Uint8Array, offset: number) => Promise<number>;
  /** Reads into the whole of `target` from `position` on; answers how many bytes came. */
  readonly read: (target: Uint8Array, position: number) => Promise<number>;
  readonly facts: () => Promise<FileFacts>;
  /** Down to the medium: fsync, on macOS F_FULLFSYNC. */
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The file operations that a vault needs. Each rejects with an error whose `code` is the errno's name. */
export interface FileSystem {
  readonly platform: 'posix' | 'windows';
  /** With parents, 0700. Those it made are durable when it resolves. */
  readonly makeDirectory: (path: string) => Promise<void>;
  /** Facts of the name itself, not of what a link points to; null when there is none. */
  readonly facts: (path: string) => Promise<FileFacts | null>;
  readonly list: (directory: string) => Promise<readonly string[]>;
  /** Exclusive, 0600: fails where anything has that name. */
  readonly create: (path: string) => Promise<OpenFile>;
  /** For reading; follows no link and waits for no pipe. */
  readonly open: (path: string) => Promise<OpenFile>;
  readonly setPermissions: (path: string, permissions: number) => Promise<void>;
  readonly setModifiedTime: (path: string, atMs: number) => Promise<void>;
  readonly link: (existing: string, name: string) => Promise<void>;
  /** Replaces what has the new name, in one step. */
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly unlink: (path: string) => Promise<void>;
  /** Makes names durable. Windows has no such call: resolves at once there. */
  readonly syncDirectory: (path: string) => Promise<void>;
}

const FILE_PERMISSIONS = 0o600;

const DIRECTORY_PERMISSIONS = 0o700;

// The two flags do not exist on Windows, where the types are optimistic.
const { O_RDONLY } = constants;

const O_NOFOLLOW: number | undefined = constants.O_NOFOLLOW;

const O_NONBLOCK: number | undefined = constants.O_NONBLOCK;

const READ_FLAGS = O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);

/** The disk. */
export const nodeFileSystem: FileSystem = {
  platform: process.platform === 'win32' ? 'windows' : 'posix',
  async makeDirectory(wanted) {
    const first = await fs.mkdir(wanted, { recursive: true, mode: DIRECTORY_PERMISSIONS });
    if (first === undefined) return;
    // A new name is its parent's to lose: without this a power cut may take the whole vault with it.
    const above = dirname(first);
    for (let parent = dirname(wanted); ; parent = dirname(parent)) {
      await syncDirectory(parent);
      if (parent === above || parent === dirname(parent)) return;
    }
  },
  async facts(name) {
    try {
      return toFacts(await fs.lstat(name, { bigint: true }));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  },
  list: (directory) => fs.readdir(directory),
  create: async (name) => toOpenFile(await fs.open(name, 'wx', FILE_PERMISSIONS)),
  open: async (name) => toOpenFile(await fs.open(name, READ_FLAGS)),
  setPermissions: (name, permissions) => fs.chmod(name, permissions),
  setModifiedTime: (name, atMs) => fs.utimes(name, atMs / 1000, atMs / 1000),
  link: (existing, name) => fs.link(existing, name),
  rename: (from, to) => fs.rename(from, to),
  unlink: (name) => fs.unlink(name),
  syncDirectory,
};

async function syncDirectory(name: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await fs.open(name, O_RDONLY);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function toOpenFile(handle: fs.FileHandle): OpenFile {
  return {
    write: async (bytes, offset) => (await handle.write(bytes, offset)).bytesWritten,
    async read(target, position) {
      let read = 0;
      while (read < target.length) {
        const left = target.length - read;
        const { bytesRead } = await handle.read(target, read, left, position + read);
        if (bytesRead === 0) break;
        read += bytesRead;
      }
      return read;
    },
    facts: async () => toFacts(await handle.stat({ bigint: true })),
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

function toFacts(stats: BigIntStats): FileFacts {
  const windows = process.platform === 'win32';
  return {
    kind: stats.isFile()
      ? 'file'
      : stats.isDirectory()
        ? 'directory'
        : stats.isSymbolicLink()
          ? 'link'
          : 'other',
    size: Number(stats.size),
    permissions: windows ? FILE_PERMISSIONS : Number(stats.mode & 0o777n),
    links: Number(stats.nlink),
    identity: `${stats.dev}:${stats.ino}`,
    modifiedAtMs: Number(stats.mtimeMs),
  };
}

const codes: Readonly<Record<string, VaultFailureCode>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EROFS: 'io_error',
  EACCES: 'io_error',
  EPERM: 'io_error',
};

/** @throws the error again when it is no errno: a bug must not pass for a bad disk. */
export function toFileFailure(error: unknown): VaultFailure {
  const errno = errnoOf(error);
  if (!/^E[A-Z0-9]+$/.test(errno)) throw error;
  return { code: codes[errno] ?? 'io_error' };
}

const BUSY = new Set(['EPERM', 'EBUSY', 'EACCES']);

const FIRST_WAIT_MS = 50;

const LONGEST_WAIT_MS = 2_000;

const TOTAL_MS = 10_000;

/**
 * Does the operation, and again for a while where Windows says that the file is busy. Rejects with its last
 * error.
 */
export async function retryBusy(
  fileSystem: FileSystem,
  operation: () => Promise<void>,
  wait: (ms: number) => Promise<void> = sleep,
): Promise<void> {
  let waitedMs = 0;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await operation();
    } catch (error) {
      const again = fileSystem.platform === 'windows' && BUSY.has(errnoOf(error));
      if (!again || waitedMs + waitMs > TOTAL_MS) throw error;
    }
    await wait(waitMs);
    waitedMs += waitMs;
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR']);

/** A short write is no error to the system, only a lost tail: this goes on to the last byte. */
export async function writeAll(file: OpenFile, bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const count = await file.write(bytes, written);
    if (count <= 0) throw ioError('nothing was written');
    written += count;
  }
}

/** A new file of these parts, one behind the other: every byte, its size asked for, down to the medium. */
export async function writeWhole(
  fileSystem: FileSystem,
  path: string,
  ...parts: readonly Uint8Array[]
): Promise<void> {
  const file = await fileSystem.create(path);
  try {
    for (const part of parts) await writeAll(file, part);
    const { size } = await file.facts();
    if (size !== parts.reduce((sum, { length }) => sum + length, 0)) {
      throw ioError('the size is not what was written');
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Null when it does not hold exactly `size` bytes, or fewer came than it says. */
export async function readExactly(
  fileSystem: FileSystem,
  path: string,
  size: number,
): Promise<Buffer | null> {
  const file = await fileSystem.open(path);
  try {
    if ((await file.facts()).size !== size) return null;
    const bytes = Buffer.allocUnsafeSlow(size);
    return (await file.read(bytes, 0)) === size ? bytes : null;
  } finally {
    await file.close();
  }
}

/** What is under the name now must be what was written. Rejects with EIO where it is not. */
export async function verifyWhole(
  fileSystem: FileSystem,
  path: string,
  bytes: Buffer,
): Promise<void> {
  const found = await readExactly(fileSystem, path, bytes.length);
  if (found?.equals(bytes) !== true) throw ioError('the file reads back differently');
}

/** An error as the system's own for a disk that did not do what it said. */
export function ioError(message: string): Error {
  return Object.assign(new Error(message), { code: 'EIO' });
}

/** FAT and some network drives know no hard links: there the backup is written out. */
export async function linkOrCopy(fileSystem: FileSystem, from: string, to: string): Promise<void> {
  try {
    await fileSystem.link(from, to);
  } catch (error) {
    if (!NO_HARD_LINKS.has(errnoOf(error))) throw error;
    const size = (await fileSystem.facts(from))?.size ?? 0;
    const bytes = await readExactly(fileSystem, from, size);
    if (bytes === null) throw error;
    try {
      await writeWhole(fileSystem, to, bytes);
      await verifyWhole(fileSystem, to, bytes);
    } catch (failure) {
      // Half a copy under a backup's name would pass for one. A name that was taken is not ours.
      if (errnoOf(failure) !== 'EEXIST') await fileSystem.unlink(to).catch(toFileFailure);
      throw failure;
    }
  }
}
