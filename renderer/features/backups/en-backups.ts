// The words about backups: what is there, what a test showed, what restoring means.
import { counted } from '../../../electron/shared/counts.ts';
import type { BackupContentsView } from '../../../electron/shared/backups/backup-view.ts';
import { madeOnce } from '../../../electron/shared/made-once.ts';

const date = madeOnce(
  () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium' }),
);
const kibibytes = madeOnce(() => new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 }));

export const savedAt = (atMs: number): string => date().format(atMs);

export const backupWords = {
  open: 'Backups…',
  title: 'Backups',
  lead: 'Each is the whole vault as saved, sealed under the passphrase it had then. Strongroom keeps five, at least ten minutes apart, and one a day for seven days.',
  none: 'No backup yet. The first is made when the vault is saved a second time.',
  looking: 'Looking…',
  generation: (n: number) => (n === 0 ? 'generation unknown' : `generation ${n}`),
  size: (bytes: number) => `${kibibytes().format(bytes / 1024)} KiB`,
  intact: 'Intact',
  notIntact: 'Damaged',
  about: (saved: string) => `Backup of ${saved}`,
  test: 'Test…',
  testOf: (saved: string) => `Test the backup of ${saved}`,
  testNote:
    '“Test…” opens a backup with its passphrase and counts what is in it. It replaces nothing.',
  opens: (contents: BackupContentsView) =>
    `It opens and contains ${inside(contents)}. Everything is authentic.`,
  restore: 'Restore…',
  restoreOf: (saved: string) => `Restore the backup of ${saved}`,
  fromFile: 'Restore from a file…',
  fromFileHint: 'Already have a vault?',
  offerTitle: 'Newest backup that opens',
  offer: (saved: string, contents: BackupContentsView) => `${saved}: ${inside(contents)}.`,
  offerNote: 'The damaged file is kept under another name. Nothing is deleted.',
  noOffer:
    'No backup opens with that passphrase. An older backup may need the passphrase it was saved under.',
  all: 'All backups…',
  found: {
    title: 'The vault file is missing',
    lead: (n: number) =>
      `A vault was kept in this place, and its file is not here any more. ${counted(n, 'backup')} of it ${n === 1 ? 'is' : 'are'} still here.`,
    newest: (saved: string) => `The newest was saved on ${saved}, by the date of its file.`,
    noneWhole: 'None of them is whole. If the vault file was moved, put it back and start again.',
    advice:
      'If the file was moved, put it back and start again. It holds what was saved after the newest backup.',
    restore: 'Restore the newest…',
    create: 'Make a new vault…',
  },
  rollback: 'Older vault file',
  accept: 'Accept the older vault…',
  restored: (saved: string) => `The backup of ${saved} is in use now.`,
  restoredMeans:
    'What was saved after it is missing. Tokens issued since then stay live on the server, unlisted here, until they expire.',
  damagedOnDisk: 'The vault file was damaged on the disk after it was last saved.',
  damagedOnDiskMeans: (name: string) =>
    `Nothing of the open vault is lost: it has been saved anew, whole. The damaged file is kept as ${name}. Check this disk, and keep a copy of the vault on another one.`,
  keptAside: (name: string) => `The file it replaced is kept as ${name}.`,
} as const;

function inside({ environments, credentials, tokens }: BackupContentsView): string {
  return [
    counted(environments, 'environment'),
    counted(credentials, 'key'),
    counted(tokens, 'token'),
  ].join(', ');
}
