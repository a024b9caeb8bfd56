// Earlier generations kept beside the vault: the newest, others at least ten minutes apart, five of them, and one a
// day for seven days. Made by hard link, so that they cost no write, and read back whole; removed only here, and only those of the
// same vault.
import path from 'node:path';
import type { FileFacts, FileSystem } from '../store/file-system.ts';
import { errnoOf } from '../../domain/errno.ts';
import { toFileFailure } from '../store/file-failure.ts';
import { isWholeOnDisk, type FileMark } from '../store/file-mark.ts';
import type { VaultNames } from '../store/vault-names.ts';
import { linkOrCopy } from '../store/whole-file.ts';

const NEWEST_KEPT = 5;
/** Five saves within a minute would leave five backups of that minute. */
const SPACING_MS = 10 * 60_000;
const DAYS_KEPT = 7;
const DAY_MS = 86_400_000;

/** The file that was the vault until a save replaced it. */
export interface Kept {
  /** The path it has now. */
  readonly path: string;
  readonly isDamaged: boolean;
}

/** Keeps and prunes earlier generations. Operations reject with the file system's errors. */
export interface Backups {
  /**
   * Links the current file to its backup name and reads it back; the name is durable when it resolves. What
   * is not, to the byte, a file that authenticated (`marks`) is no backup: it is kept aside as damaged.
   */
  readonly keep: (vaultId: string, generation: number, marks: readonly FileMark[]) => Promise<Kept>;
  /**
   * Removes what the next save need not find any more, temporary files with it. Only the holder of the lock may
   * call it: a temporary file may be another's. What cannot be removed stays.
   * @param newestPath what `keep` answered: it stays, whatever the clock says.
   */
  readonly prune: (vaultId: string, newestPath: string | null) => Promise<void>;
}

/**
 * @param nowMs the wall clock.
 * @param spacingMs how far two kept backups are apart at least.
 */
export function createBackups(
  fileSystem: FileSystem,
  names: VaultNames,
  nowMs: () => number,
  spacingMs: number = SPACING_MS,
): Backups {
  async function linked(vaultId: string, generation: number): Promise<string> {
    const name = names.backup(vaultId, generation);
    try {
      await linkOrCopy(fileSystem, names.vault, name);
      return name;
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
    // A kill between link and rename leaves the name behind: then it is the same file.
    const [ours, theirs] = [await fileSystem.facts(names.vault), await fileSystem.facts(name)];
    if (ours !== null && ours.identity === theirs?.identity) return name;
    const spare = names.backup(vaultId, generation, true);
    await linkOrCopy(fileSystem, names.vault, spare);
    return spare;
  }

  return {
    async keep(vaultId, generation, marks) {
      const name = await linked(vaultId, generation);
      const isWhole = await isWholeOnDisk(fileSystem, name, marks);
      await fileSystem.syncDirectory(names.directory);
      if (isWhole) return { path: name, isDamaged: false };
      const aside = names.setAside(nowMs());
      await fileSystem.rename(name, aside);
      await fileSystem.syncDirectory(names.directory);
      return { path: aside, isDamaged: true };
    },
    async prune(vaultId, newestPath) {
      const all = await fileSystem.list(names.directory);
      const found: Backup[] = [];
      for (const name of all.filter((each) => names.isBackup(each, vaultId))) {
        const facts = await fileSystem.facts(names.beside(name));
        // A folder or a link in a backup's place is no backup, and takes the place of none.
        if (facts?.kind === 'file') found.push({ name, facts });
      }
      const newest = newestPath === null ? null : path.basename(newestPath);
      const kept = keptOf(spaced(found, newest, spacingMs), newest, nowMs());
      const others = found.map(({ name }) => name).filter((name) => !kept.has(name));
      // One that cannot be removed keeps no other: else every save would leave one more.
      for (const name of [...all.filter(names.isTemporary), ...others]) {
        await fileSystem.unlink(names.beside(name)).catch(toFileFailure);
      }
    },
  };
}

interface Backup {
  readonly name: string;
  readonly facts: FileFacts;
}

/** The names of what stays: the newest, five in all, and one a day. */
function keptOf(backups: readonly Backup[], newest: string | null, nowMs: number): Set<string> {
  const days = new Set<number>();
  const kept = backups.toReversed().filter(({ name, facts }, index) => {
    const day = Math.floor(facts.modifiedAtMs / DAY_MS);
    const recent = day > Math.floor(nowMs / DAY_MS) - DAYS_KEPT;
    const firstOfDay = recent && !days.has(day);
    days.add(day);
    return index < NEWEST_KEPT || firstOfDay || name === newest;
  });
  return new Set(kept.map(({ name }) => name));
}

/**
 * Oldest first: each at least so long after the one before it, and the newest, whatever the clock says. Counted from
 * the oldest, so that one that stays is never in the way of those after it.
 */
function spaced(
  backups: readonly Backup[],
  newest: string | null,
  spacingMs: number,
): readonly Backup[] {
  const oldestFirst = backups.toSorted(
    (a, b) =>
      a.facts.modifiedAtMs - b.facts.modifiedAtMs || generationOf(a.name) - generationOf(b.name),
  );
  let lastMs = Number.NEGATIVE_INFINITY;
  return oldestFirst.filter(({ name, facts }) => {
    const isKept = name === newest || facts.modifiedAtMs - lastMs >= spacingMs;
    if (isKept) lastMs = facts.modifiedAtMs;
    return isKept;
  });
}

function generationOf(name: string): number {
  return Number(/-(\d+)(?:\.[0-9a-f]+)?$/.exec(name)?.[1] ?? 0);
}
