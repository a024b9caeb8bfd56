// A disk in memory that knows what of it would outlive a power loss: bytes only once their file was
// synced, names only once their directory was. Enumerates what could be found afterwards, with every
// subset of the names that were still on their way (POSIX promises no order) and with the bytes of
// unsynced files absent, cut, zeroed or whole.
import type { FileFacts, FileSystem, OpenFile } from '../../../electron/main/vault/file-system.ts';
import { systemError } from './faulty-file-system.ts';

/** Names and bytes, as found after a power loss. */
export type Found = ReadonlyMap<string, Buffer>;

interface Inode {
  readonly number: number;
  bytes: Buffer;
  synced: Buffer;
  modifiedAtMs: number;
}

/** One directory operation: what it sets and what it removes happens together or not at all. */
interface Effect {
  readonly set?: readonly [string, Inode];
  readonly remove?: string;
}

export interface ModelDisk {
  readonly fileSystem: FileSystem;
  /** What is there now: what a kill leaves, since the system lives on. */
  readonly current: () => Found;
  /**
   * Everything a power loss could leave now. Only the files that matter are given every content they
   * may have; of the others half is there.
   */
  readonly states: (matters: (name: string) => boolean) => Found[];
}

export interface ModelOptions {
  /** Where one is false the disk lies: the call returns and nothing is durable. */
  readonly fileSync: boolean;
  readonly directorySync: boolean;
  readonly before?: () => void | Promise<void>;
}

/** More effects than this on their way at once would be more states than can be opened. */
const MAX_PENDING = 10;

export function modelDisk(found: Found, options: ModelOptions): ModelDisk {
  let inodes = 0;
  let clockMs = 1_700_000_000_000;
  const inodeOf = (bytes: Buffer): Inode => {
    inodes += 1;
    clockMs += 10;
    return { number: inodes, bytes, synced: bytes, modifiedAtMs: clockMs };
  };
  const names = new Map([...found].map(([name, bytes]) => [name, inodeOf(bytes)]));
  const durable = new Map(names);
  let pending: Effect[] = [];

  async function step<T>(act: () => T): Promise<T> {
    await options.before?.();
    await Promise.resolve();
    return act();
  }
  function apply(to: Map<string, Inode>, { set, remove }: Effect): void {
    if (remove !== undefined) to.delete(remove);
    if (set !== undefined) to.set(...set);
  }
  function change(effect: Effect): void {
    apply(names, effect);
    pending.push(effect);
    // The oldest has reached the disk by then, as on any real one.
    if (pending.length > MAX_PENDING) apply(durable, pending.shift() ?? {});
  }
  function at(name: string): Inode {
    const inode = names.get(name);
    if (inode === undefined) throw systemError('ENOENT');
    return inode;
  }
  const factsOf = (inode: Inode): FileFacts => ({
    kind: 'file',
    size: inode.bytes.length,
    permissions: 0o600,
    links: [...names.values()].filter((each) => each === inode).length,
    identity: `1:${inode.number}`,
    modifiedAtMs: inode.modifiedAtMs,
  });
  const opened = (inode: Inode): OpenFile => ({
    write: (bytes, offset) =>
      step(() => {
        inode.bytes = Buffer.concat([inode.bytes, bytes.subarray(offset)]);
        return bytes.length - offset;
      }),
    read: (target, position) =>
      step(() => {
        const part = inode.bytes.subarray(position, position + target.length);
        target.set(part);
        return part.length;
      }),
    facts: () => step(() => factsOf(inode)),
    sync: () =>
      step(() => {
        if (options.fileSync) inode.synced = inode.bytes;
      }),
    close: () => step(() => undefined),
  });

  const fileSystem: FileSystem = {
    platform: 'posix',
    makeDirectory: () => step(() => undefined),
    facts: (name) =>
      step(() => {
        const inode = names.get(name);
        if (inode !== undefined) return factsOf(inode);
        return name.includes('.')
          ? null
          : { ...factsOf(inodeOf(Buffer.alloc(0))), permissions: 0o700 };
      }),
    list: (directory) =>
      step(() => [...names.keys()].map((name) => name.slice(directory.length + 1))),
    create: (name) =>
      step(() => {
        if (names.has(name)) throw systemError('EEXIST');
        const inode = inodeOf(Buffer.alloc(0));
        change({ set: [name, inode] });
        return opened(inode);
      }),
    open: (name) => step(() => opened(at(name))),
    setPermissions: () => step(() => undefined),
    setModifiedTime: (name, atMs) =>
      step(() => {
        at(name).modifiedAtMs = atMs;
      }),
    link: (existing, name) =>
      step(() => {
        if (names.has(name)) throw systemError('EEXIST');
        change({ set: [name, at(existing)] });
      }),
    rename: (from, to) => step(() => change({ set: [to, at(from)], remove: from })),
    unlink: (name) =>
      step(() => {
        at(name);
        change({ remove: name });
      }),
    syncDirectory: () =>
      step(() => {
        if (!options.directorySync) return;
        for (const effect of pending) apply(durable, effect);
        pending = [];
      }),
  };

  function* directories(): Generator<Map<string, Inode>> {
    for (let subset = 0; subset < 2 ** pending.length; subset += 1) {
      const directory = new Map(durable);
      for (const [index, effect] of pending.entries()) {
        if ((subset >> index) % 2 === 1) apply(directory, effect);
      }
      yield directory;
    }
  }

  return {
    fileSystem,
    current: () => new Map([...names].map(([name, { bytes }]) => [name, bytes])),
    states: (matters) => [...directories()].flatMap((each) => contentsOf(each, matters)),
  };
}

/** Every combination of what the unsynced files of a directory may hold. */
function contentsOf(directory: Map<string, Inode>, matters: (name: string) => boolean): Found[] {
  let states: Map<string, Buffer>[] = [new Map()];
  for (const [name, inode] of directory) {
    const variants = matters(name) ? bytesOf(inode) : [half(inode.bytes)];
    states = states.flatMap((state) => variants.map((bytes) => new Map(state).set(name, bytes)));
  }
  return states;
}

function bytesOf({ bytes, synced }: Inode): Buffer[] {
  if (bytes.equals(synced)) return [bytes];
  return [synced, half(bytes), Buffer.alloc(bytes.length), bytes];
}

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}
