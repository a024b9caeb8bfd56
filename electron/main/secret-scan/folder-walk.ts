// The files of a folder, one after the other in the order of their names. Follows no link, opens nothing
// that is neither file nor folder, stays on one disk, and ends at its limits. Names are bytes throughout:
// a name that is no UTF-8 can be opened all the same.
import { promises as fs, type Dirent, type Stats } from 'node:fs';
import path from 'node:path';
import type { LeftOutReason } from '../../shared/secret-scan/secret-scan-view.ts';

const SEPARATOR = Buffer.from(path.sep);

/** @param name relative to the folder it began in, with that folder's own name before it. */
export type LeftOut = (reason: LeftOutReason, name: Buffer) => Promise<void>;

export interface WalkedFile {
  readonly path: Buffer;
  readonly name: Buffer;
}

interface WalkLimits {
  readonly depth: number;
  readonly entries: number;
}

/** Resolves links of what a person chose; null when it cannot be read at all. */
export async function chosenPlace(
  chosen: string,
): Promise<{ readonly path: Buffer; readonly name: Buffer; readonly facts: Stats } | null> {
  try {
    const real = await fs.realpath(chosen, 'buffer');
    const name = Buffer.from(path.basename(path.resolve(chosen)) || chosen);
    return { path: real, name, facts: await fs.lstat(real) };
  } catch {
    return null;
  }
}

/**
 * @param folder a real path: what lies in it is looked at only as long as that stays so.
 * @returns `entries` when the walk ended there, else null.
 */
export async function* walkFolder(
  folder: WalkedFile & { readonly facts: Stats },
  limits: WalkLimits,
  leftOut: LeftOut,
): AsyncGenerator<WalkedFile, 'entries' | null> {
  let entries = 0;
  // A stack of our own: a tree may be deeper than calls may be nested.
  const waiting: (WalkedFile & { readonly depth: number })[] = [{ ...folder, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { depth } = next;
    if (depth > limits.depth) {
      await leftOut('too_deep', next.name);
      continue;
    }
    const inside = await contentsOf(next, limits.entries - entries);
    if (inside === null) {
      await leftOut('unreadable', next.name);
      continue;
    }
    entries += inside.length;
    const folders: (WalkedFile & { readonly depth: number })[] = [];
    for (const each of inside) {
      const place = { path: joined(next.path, each.name), name: joined(next.name, each.name) };
      const kind = await kindOf(each, place.path, folder.facts.dev);
      if (kind === 'file') yield place;
      else if (kind === 'folder') folders.push({ ...place, depth: depth + 1 });
      else await leftOut(kind, place.name);
    }
    // One by one: a call takes no more than some hundred thousand arguments.
    for (const each of folders.toReversed()) waiting.push(each);
    if (entries >= limits.entries) return 'entries';
  }
  return null;
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
    const folder = await fs.opendir(place, options);
    for await (const each of folder) {
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

const joined = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, SEPARATOR, name]);
