// What is said once an import or an export was done. Apart from the sheets' words, which load with them.
import type { ImportDone } from '../../electron/shared/import-view.ts';
import { count } from './en.ts';

export const transferSaid = {
  taken: (n: number) => `${count(n, 'credential')} found. Check them, then import.`,
  done: ({ added, replaced }: ImportDone) =>
    [
      added === 0 ? '' : `${count(added, 'credential')} imported.`,
      replaced === 0 ? '' : `${count(replaced, 'secret')} replaced.`,
    ]
      .filter((part) => part !== '')
      .join(' '),
  copied: (bytes: number) =>
    `The encrypted copy is saved and was read back: ${Math.ceil(bytes / 1024)} KiB.`,
  listed: (n: number) => `The inventory is saved: ${count(n, 'credential')}, no secret in it.`,
} as const;
