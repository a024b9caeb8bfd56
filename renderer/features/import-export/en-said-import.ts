// What is said once an import or an export was done. Apart from the sheets' words, which load with them.
import { counted } from '../../../electron/shared/counts.ts';
import type { ImportDone } from '../../../electron/shared/import-export/import-view.ts';

export const transferSaid = {
  taken: (n: number) => `${counted(n, 'credential')} found. Check them, then import.`,
  done: ({ added, replaced }: ImportDone) =>
    [
      added === 0 ? '' : `${counted(added, 'credential')} imported.`,
      replaced === 0 ? '' : `${counted(replaced, 'secret')} replaced.`,
    ]
      .filter((part) => part !== '')
      .join(' '),
  copied: (bytes: number) =>
    `The encrypted copy is saved and was read back: ${Math.ceil(bytes / 1024)} KiB.`,
  listed: (n: number) => `The inventory is saved: ${counted(n, 'credential')}, no secret in it.`,
} as const;
