// Names of the files beside a vault: its lock, its temporary files, its backups. A backup carries
// the beginning of its vault's id, so that no vault ever prunes another's backups.
import path from 'node:path';
import { randomBytesOwn } from './primitives.ts';

const randomName = (): string => randomBytesOwn(8).toString('hex');

const shortId = (vaultId: string): string =>
  Buffer.from(vaultId, 'base64').subarray(0, 4).toString('hex');

/** The names of everything beside a vault. */
export type VaultNames = ReturnType<typeof vaultNames>;

/** @param fileName the vault's own name in `directory`. */
export function vaultNames(directory: string, fileName: string) {
  const beside = (name: string): string => path.join(directory, name);
  return {
    directory,
    vault: beside(fileName),
    lock: beside(`${fileName}.lock`),
    temporary: (): string => beside(`${fileName}.tmp-${randomName()}`),
    isTemporary: (name: string): boolean => hasTail(name, `${fileName}.tmp-`, /^[0-9a-f]{16}$/),
    /** `spare` makes another name where the first is taken by a different file. */
    backup(vaultId: string, generation: number, spare = false): string {
      const tail = spare ? `.${randomName()}` : '';
      return beside(`${fileName}.bak-${shortId(vaultId)}-${generation}${tail}`);
    },
    isBackup: (name: string, vaultId?: string): boolean =>
      vaultId === undefined
        ? hasTail(name, `${fileName}.bak-`, /^[0-9a-f]{8}-\d+(\.[0-9a-f]{16})?$/)
        : hasTail(name, `${fileName}.bak-${shortId(vaultId)}-`, /^\d+(\.[0-9a-f]{16})?$/),
    /** Name under which a file that was replaced is kept for ever. */
    setAside: (nowMs: number): string => beside(asideName(fileName, nowMs)),
    isSetAside: (name: string): boolean =>
      hasTail(name, `${fileName}.damaged-`, /^\d{8}T\d{6}Z-[0-9a-f]{4}$/),
    beside,
  };
}

/** A name that nothing has, for a file that is damaged. */
export function asideName(fileName: string, nowMs: number): string {
  const time = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${fileName}.damaged-${time}-${randomName().slice(0, 4)}`;
}

/** Of the name of a backup. */
export const generationOf = (name: string): number =>
  Number(/-(\d+)(?:\.[0-9a-f]+)?$/.exec(name)?.[1] ?? 0);

function hasTail(name: string, start: string, tail: RegExp): boolean {
  return name.startsWith(start) && tail.test(name.slice(start.length));
}
