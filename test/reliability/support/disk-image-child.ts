// Runs in a mount namespace of its own: saves on an ext4 file system inside an image, copies the image
// before every file operation and after every acknowledgement, and opens the vault on each copy as it
// would be found after a power cut. Prints a report, or why nothing could be mounted.
// A copy holds what ext4 had written by then; commits by time are put off, so only syncs write.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FileSystem } from '../../../electron/main/vault/file-system.ts';
import { createVaultStore } from '../../../electron/main/vault/vault-store.ts';
import { LOW_COST, PASSPHRASE, contents, secret, valueOf } from '../../unit/vault/vault-samples.ts';
import { faultyFileSystem } from './faulty-file-system.ts';
import { quickArgon2id } from './quick-argon2id.ts';
import { stampOf, stamped } from './stamp.ts';

export interface ImageReport {
  readonly snapshots: number;
  readonly unreadable: number;
  readonly acknowledgedLost: number;
}

interface Snapshot {
  readonly image: string;
  /** The stamp last acknowledged when it was taken; 0 before the creation was. */
  readonly acknowledged: number;
}

const IMAGE_BYTES = 8 * 1024 * 1024;
const SAVES = 2;
const root = process.argv[2] ?? '';

class Unavailable extends Error {}

function run(command: string, ...args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Unavailable(error?.message ?? `${command}: ${stderr.trim()}`);
}

const storeIn = (mounted: string, fileSystem: FileSystem) =>
  createVaultStore({
    directory: path.join(mounted, 'vault'),
    kdf: LOW_COST,
    fileSystem,
    nowMs: Date.now,
    argon2id: quickArgon2id,
  });

/** Creates a vault and saves it, with a copy of the image wherever the power could go. */
async function takeSnapshots(image: string, mounted: string, lies: boolean): Promise<Snapshot[]> {
  const taken: Snapshot[] = [];
  let acknowledged = 0;
  const snapshot = (): void => {
    const copy = `${image}-${taken.length}`;
    copyFileSync(image, copy);
    taken.push({ image: copy, acknowledged });
  };
  const honest = faultyFileSystem({
    before({ name }) {
      // The control is about what was acknowledged. What only reads changes nothing.
      if (!lies && !['lstat', 'fstat', 'read', 'readdir', 'open', 'close'].includes(name))
        snapshot();
    },
  });
  const nothing = (): Promise<void> => Promise.resolve();
  const lying: FileSystem = {
    ...honest,
    syncDirectory: nothing,
    create: async (name) => ({ ...(await honest.create(name)), sync: nothing }),
  };
  const store = storeIn(mounted, lies ? lying : honest);
  const vault = valueOf(await store.create(secret(PASSPHRASE), stamped(contents(2), 1)));
  acknowledged = 1;
  snapshot();
  for (let stamp = 2; stamp < 2 + SAVES; stamp += 1) {
    valueOf(await vault.change({ contents: (before) => stamped(before, stamp) }));
    acknowledged = stamp;
    snapshot();
  }
  await vault.lock();
  return taken;
}

/** The stamp found; 0 where there is no vault, -1 where there is one that does not open. */
async function stampFound(mounted: string): Promise<number> {
  if (!existsSync(path.join(mounted, 'vault', 'strongroom.vault'))) return 0;
  const opened = await storeIn(mounted, faultyFileSystem({})).open(secret(PASSPHRASE));
  if (!opened.ok) return -1;
  const stamp = stampOf(opened.value.contents());
  await opened.value.lock();
  return stamp;
}

async function report(name: string, lies: boolean): Promise<ImageReport> {
  const image = path.join(root, name);
  const mounted = path.join(root, `${name}-mounted`);
  mkdirSync(mounted);
  writeFileSync(image, '');
  truncateSync(image, IMAGE_BYTES);
  run('mkfs.ext4', '-q', '-F', image);
  run('mount', '-o', 'loop,commit=300', image, mounted);
  const taken = await takeSnapshots(image, mounted, lies);
  run('umount', mounted);
  let unreadable = 0;
  let acknowledgedLost = 0;
  for (const { image: copy, acknowledged } of taken) {
    run('mount', '-o', 'loop', copy, mounted);
    const found = await stampFound(mounted);
    run('umount', mounted);
    rmSync(copy);
    unreadable += Number(found === -1);
    acknowledgedLost += Number(found !== -1 && found < acknowledged);
  }
  return { snapshots: taken.length, unreadable, acknowledgedLost };
}

try {
  const honest = await report('honest', false);
  const lying = await report('lying', true);
  process.stdout.write(JSON.stringify({ honest, lying }));
} catch (error) {
  if (!(error instanceof Unavailable)) throw error;
  process.stdout.write(JSON.stringify({ unavailable: error.message }));
}
