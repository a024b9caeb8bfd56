// Looks for patterns in texts, bytes and folders. Reports where, and never the secret itself.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pattern } from './patterns.ts';

export interface Finding {
  /** The pattern's name: whose secret, in which form. */
  readonly pattern: string;
  readonly where: string;
}

export const findInText = (
  where: string,
  text: string,
  patterns: readonly Pattern[],
): readonly Finding[] =>
  patterns
    .filter((pattern) => pattern.text !== null && text.includes(pattern.text))
    .map(({ name }) => ({ pattern: name, where }));

export const findInBytes = (
  where: string,
  bytes: Buffer,
  patterns: readonly Pattern[],
): readonly Finding[] =>
  patterns
    .filter((pattern) => bytes.includes(pattern.bytes))
    .map(({ name }) => ({ pattern: name, where }));

export interface FolderSearch {
  readonly findings: readonly Finding[];
  /** How many files were read: a search of nothing proves nothing. */
  readonly files: number;
}

/** Every file below `folder`, its name included. Files that vanish meanwhile are passed over. */
export async function searchFolder(
  folder: string,
  patterns: readonly Pattern[],
): Promise<FolderSearch> {
  const findings: Finding[] = [];
  let files = 0;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    findings.push(...findInText(`name of ${file}`, entry.name, patterns));
    if (!entry.isFile()) continue;
    const bytes = await readFile(file).catch(() => null);
    if (bytes === null) continue;
    files++;
    findings.push(...findInBytes(file, bytes, patterns));
  }
  return { findings, files };
}
