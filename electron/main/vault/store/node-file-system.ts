// The file system port on Node's own functions. Adds no retry and no meaning to errors.
import { constants, type BigIntStats } from 'node:fs';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import type { FileFacts, FileSystem, OpenFile } from './file-system.ts';

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
    const above = path.dirname(first);
    for (let parent = path.dirname(wanted); ; parent = path.dirname(parent)) {
      await syncDirectory(parent);
      if (parent === above || parent === path.dirname(parent)) return;
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
