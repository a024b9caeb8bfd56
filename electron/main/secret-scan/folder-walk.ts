// The files of a folder, one after the other in the order of their names. Follows no link, opens nothing
// that is neither file nor folder, stays on one disk, and ends at its limits. Names are bytes throughout:
// a name that is no UTF-8 can be opened all the same.
import { promises as fs, type Dirent, type Stats } from 'node:fs';
import path from 'node:path';
import type { LeftOutReason } from '../../shared/secret-scan/secret-scan-view.ts';

export interface WalkedFile {
  readonly path: Buffer;
  /** Relative to the folder it began in, with that folder's own name before it. */
  readonly name: Buffer;
}

/** One walk: its limits, what it counts, and whom it tells what it left out. */
export interface Walk {
  readonly limits: { readonly entries: number };
  /** Everything in a folder counts. It ends where there are as many as the limit says. */
  entries: number;
  readonly leftOut: (reason: LeftOutReason, name: Buffer) => void;
}

/** Resolves links of what a person chose; null when it cannot be read at all. */
export async function chosenPlace(
  chosen: string,
): Promise<(WalkedFile & { readonly facts: Stats }) | null> {
  try {
    const real = await fs.realpath(chosen, 'buffer');
    const name = Buffer.from(path.basename(path.resolve(chosen)) || chosen);
    return { path: real, name, facts: await fs.lstat(real) };
  } catch {
    return null;
  }
}

/** @param start a real path on this device: what lies in it is looked at only as long as that stays so. */
export async function* walkFolder(
  walk: Walk,
  start: WalkedFile,
  device: number,
): AsyncGenerator<WalkedFile, void> {
  const waiting = [start];
  for (;;) {
    const folder = waiting.pop();
    if (folder === undefined || walk.entries >= walk.limits.entries) return;
    const inside = await contentsOf(folder, walk.limits.entries - walk.entries);
    if (inside === null) walk.leftOut('unreadable', folder.name);
    walk.entries += inside?.length ?? 0;
    const folders: WalkedFile[] = [];
    for (const each of inside ?? []) {
      const place = { path: joined(folder.path, each.name), name: joined(folder.name, each.name) };
      const kind = await kindOf(each, place.path, device);
      if (kind === 'file') yield place;
      else if (kind === 'folder') folders.push(place);
      else walk.leftOut(kind, place.name);
    }
    waiting.push(...folders.toReversed());
  }
}

/** At most so many, in the order of their names. Null when they cannot be read. */
async function contentsOf(
  { path: place }: WalkedFile,
  atMost: number,
): Promise<readonly Dirent<Buffer>[] | null> {
  const found: Dirent<Buffer>[] = [];
  try {
    // SECURITY(S27): a folder that was exchanged for a link meanwhile is another place.
    if (!(await fs.realpath(place, 'buffer')).equals(place)) return null;
    const options = { encoding: 'buffer' as BufferEncoding, bufferSize: 256 };
    for await (const each of await fs.opendir(place, options)) {
      found.push(each as unknown as Dirent<Buffer>);
      if (found.length >= atMost) break;
    }
  } catch {
    return null;
  }
  return found.toSorted((one, other) => Buffer.compare(one.name, other.name));
}

async function kindOf(
  entry: Dirent<Buffer>,
  place: Buffer,
  device: number,
): Promise<'file' | 'folder' | LeftOutReason> {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isFile()) return 'file';
  try {
    // Some file systems do not say what an entry is; a folder may be another disk's.
    const facts = await fs.lstat(place);
    if (facts.isSymbolicLink()) return 'link';
    if (facts.isFile()) return 'file';
    if (!facts.isDirectory()) return 'special';
    return facts.dev === device ? 'folder' : 'other_disk';
  } catch {
    return 'unreadable';
  }
}

const SEPARATOR = Buffer.from(path.sep);
const joined = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, SEPARATOR, name]);
