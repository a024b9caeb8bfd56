// Looks for needles in texts, bytes and folders. Reports where, and never the secret itself.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Needle } from './needles.ts';

export interface Finding {
  /** The needle's name: whose secret, in which form. */
  readonly needle: string;
  readonly where: string;
}

export const findInText = (
  where: string,
  text: string,
  needles: readonly Needle[],
): readonly Finding[] =>
  needles
    .filter((needle) => needle.text !== null && text.includes(needle.text))
    .map(({ name }) => ({ needle: name, where }));

export const findInBytes = (
  where: string,
  bytes: Buffer,
  needles: readonly Needle[],
): readonly Finding[] =>
  needles
    .filter((needle) => bytes.includes(needle.bytes))
    .map(({ name }) => ({ needle: name, where }));

export interface FolderSearch {
  readonly findings: readonly Finding[];
  /** How many files were read: a search of nothing proves nothing. */
  readonly files: number;
}

/** Every file below `folder`, its name included. Files that vanish meanwhile are passed over. */
export async function searchFolder(
  folder: string,
  needles: readonly Needle[],
): Promise<FolderSearch> {
  const findings: Finding[] = [];
  let files = 0;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    findings.push(...findInText(`name of ${file}`, entry.name, needles));
    if (!entry.isFile()) continue;
    const bytes = await readFile(file).catch(() => null);
    if (bytes === null) continue;
    files++;
    findings.push(...findInBytes(file, bytes, needles));
  }
  return { findings, files };
}
