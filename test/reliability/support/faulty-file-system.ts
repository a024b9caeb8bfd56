// The real file system with a hook around every operation, so that a test can fail it, cut a write
// short or end the process there. Operations are numbered from 1 in the order they are made.
import {
  type FileSystem,
  type OpenFile,
  nodeFileSystem,
} from '../../../electron/main/vault/file-system.ts';

export interface Operation {
  readonly number: number;
  readonly name: string;
}

export interface Faults {
  /** May throw in the operation's place, or end the process. */
  readonly before?: (operation: Operation) => void | Promise<void>;
  readonly after?: (operation: Operation) => void | Promise<void>;
  /** How many of the bytes a write may write; all of them when absent. */
  readonly writeAtMost?: (operation: Operation, wanted: number) => number;
}

export function faultyFileSystem(faults: Faults): FileSystem & { readonly made: Operation[] } {
  const made: Operation[] = [];

  async function around<T>(name: string, act: (operation: Operation) => Promise<T>): Promise<T> {
    const operation = { number: made.length + 1, name };
    made.push(operation);
    await faults.before?.(operation);
    const result = await act(operation);
    await faults.after?.(operation);
    return result;
  }

  const wrapped = (file: OpenFile): OpenFile => ({
    write: (bytes, offset) =>
      around('write', (operation) => {
        const wanted = bytes.length - offset;
        const most = faults.writeAtMost?.(operation, wanted) ?? wanted;
        return file.write(bytes.subarray(0, offset + Math.min(wanted, most)), offset);
      }),
    read: (target, position) => around('read', () => file.read(target, position)),
    facts: () => around('fstat', () => file.facts()),
    sync: () => around('fsync', () => file.sync()),
    // A failing close has closed all the same, as on a real system.
    async close() {
      await file.close();
      await around('close', () => Promise.resolve());
    },
  });

  return {
    made,
    platform: nodeFileSystem.platform,
    makeDirectory: (path) => around('mkdir', () => nodeFileSystem.makeDirectory(path)),
    facts: (path) => around('lstat', () => nodeFileSystem.facts(path)),
    list: (path) => around('readdir', () => nodeFileSystem.list(path)),
    create: (path) => around('create', async () => wrapped(await nodeFileSystem.create(path))),
    open: (path) => around('open', async () => wrapped(await nodeFileSystem.open(path))),
    setPermissions: (path, mode) =>
      around('chmod', () => nodeFileSystem.setPermissions(path, mode)),
    setModifiedTime: (path, atMs) =>
      around('utimes', () => nodeFileSystem.setModifiedTime(path, atMs)),
    link: (from, to) => around('link', () => nodeFileSystem.link(from, to)),
    rename: (from, to) => around('rename', () => nodeFileSystem.rename(from, to)),
    unlink: (path) => around('unlink', () => nodeFileSystem.unlink(path)),
    syncDirectory: (path) => around('fsyncdir', () => nodeFileSystem.syncDirectory(path)),
  };
}

/** An error as the system makes it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}
