// What the history says in words, the same in the window and in exported files. Pure.
import { counted } from '../counts.ts';
import { took } from '../duration.ts';
import { failureWords } from '../failures/failure-words.ts';
import type { HistoryDamage, HistoryEvent } from './history-view.ts';
import { historyTitles, type HistoryWord } from './history-words.ts';

/** What stands in an event's `word`; one that is not listed is shown with spaces. */
const wordsSaid: Readonly<Record<string, string>> = {
  // how the vault was opened, why it was locked
  passphrase: 'with the passphrase',
  recovery_key: 'with the recovery key',
  keystore: 'with the system keystore',
  asked: 'by request',
  idle: 'not used for a while',
  suspend: 'machine went to sleep',
  screen_locked: 'screen was locked',
  program: 'its program ended',
  person: 'ended by hand',
  unlock: 'the vault was unlocked',
  crash: 'it was cut off',
  // checks and tries
  honoured: 'the server accepts it',
  refused: 'the server refuses it',
  lacks_scope: 'the token is valid; this call needs another scope',
  forbidden: 'the call was not permitted, the token not refused',
  unclear: 'the answer does not settle it',
  no_answer: 'no answer came',
  active: 'introspection says active',
  inactive: 'introspection says not active',
  asker_refused: 'the key it was asked with was refused',
  introspection_on: 'introspection configured',
  introspection_off: 'introspection off',
  renamed: 'renamed',
  place: 'other addresses, or another kind',
  rotation_age: 'rotation age changed',
  proxy_system: 'goes through the system proxy',
  proxy_manual: 'goes through a proxy of its own',
  proxy_none: 'goes directly, through no proxy',
  authority_added: 'an authority of its own is trusted',
  authority_removed: 'no authority of its own any more',
  still_mints: 'it still issues tokens',
  // steps in the web app
  revoke_key: 'key revoked in the web app',
  rotate_secret: 'secret rotated in the web app',
  delete_client: 'client deleted in the web app',
  // credentials
  when_dead: 'once its tokens are dead',
  quarantined: 'kept, never used',
  trade_scope: 'with the trading scope',
  secret_end: 'secret valid until changed',
  // searches for our own
  in_clipboard: 'in what was on the clipboard',
  in_clipboard_in_part: 'in what was on the clipboard, not to its end',
  in_entry: 'in a text that was typed',
  in_entry_in_part: 'in a text that was typed, not to its end',
  in_file: 'in a file',
  in_file_in_part: 'in a file, not to its end',
  in_folder: 'in a folder',
  in_folder_in_part: 'in a folder, not to its end',
  in_dropped: 'in what was dropped on the window',
  in_dropped_in_part: 'in what was dropped on the window, not to its end',
  new_client_secret: 'new client secret of a rotation',
  // how the history began
  new: 'for this vault',
  missing: 'the file before it is missing',
  shortened: 'the file before it ends too early',
  row_removed: 'an event was removed from the file before it',
  row_changed: 'an event was changed in the file before it',
  parted: 'the file before it is not the one this vault knows',
  foreign: 'no key of this vault opens the file before it',
  unreadable: 'the file before it cannot be read',
  // renewals and leases
  unchecked: 'not checked: no call shows whether it works',
  after: 'its time is up',
  lock: 'at lock',
  quit: 'at quit',
  // diagnoses
  evidence: 'evidence of a diagnosis',
  health: 'health report',
  good: 'everything that was tried works',
  amber: 'something to look at',
  bad: 'something is wrong',
  stopped: 'stopped early',
  // imports and exports
  file: 'from a file',
  clipboard: 'from the clipboard',
  csv: 'as CSV',
  json: 'as JSON',
  json_lines: 'as JSON Lines',
  html: 'as a page',
};

/** What ends a lease that was set, as long as it has not happened. */
const leaseSaid: Readonly<Record<string, string>> = {
  after: 'after a time',
  suspend: 'at sleep',
};

/** What came of it, in one line without the title; empty where there is no more to say. */
export function historyDetail(event: Omit<HistoryEvent, 'atMs'>): string {
  const { word, failure, status, durationMs, count, program } = event;
  const parts: string[] = [];
  if (program !== undefined) parts.push(program);
  if (word !== undefined) {
    const ahead = event.what === 'lease_set' ? leaseSaid[word] : undefined;
    const step = word.replace(/_undone$/, '');
    const said = ahead ?? wordsSaid[step] ?? step.replaceAll('_', ' ');
    parts.push(step === word ? said : `${said}, taken back`);
  }
  if (failure !== undefined) parts.push(failureWords({ code: failure }).what.replace(/\.$/, ''));
  if (status !== undefined) parts.push(`status ${status}`);
  if (durationMs !== undefined) parts.push(took(durationMs));
  if (count !== undefined) parts.push(counted(count, ofWhat(event.what)));
  return parts.join(' · ');
}

const countedIn: Readonly<Partial<Record<HistoryWord, string>>> = {
  ours_searched: 'find',
  ours_found: 'place',
  drill_ended: 'mistake',
  credentials_imported: 'key',
  vault_copied: 'key',
  inventory_exported: 'key',
};

const ofWhat = (what: HistoryWord): string =>
  countedIn[what] ?? (what.startsWith('history_') ? 'event' : 'token');

/** Whether what the event shows contains the text, in any case. */
export function historyMatches(event: HistoryEvent, text: string): boolean {
  const wanted = text.toLowerCase();
  const { label = '', fingerprint = '', what } = event;
  const shown = (part: string): boolean => part.toLowerCase().includes(wanted);
  return (
    shown(label) || shown(fingerprint) || shown(historyTitles[what]) || shown(historyDetail(event))
  );
}

const KEPT = 'What was there is kept beside the vault, and a new history is being written.';

/** What was found, what it means, what to do. */
export const historyDamageWords: Readonly<
  Record<HistoryDamage, readonly [what: string, means: string, todo: string]>
> = {
  missing: [
    'The history file is missing.',
    'The vault knows of events, but the file that holds them is gone. A new history is being written.',
    'If you did not move it, somebody removed what was done here. Put it back from a copy to read it.',
  ],
  shortened: [
    'The history ends too early.',
    `Its end was cut off, or an older copy took its place. The vault knows of later events. ${KEPT}`,
    'Look for the newer file if you restored one. Otherwise somebody hid what was done last.',
  ],
  row_removed: [
    'An event was removed from the history.',
    `The numbers of the events no longer follow each other. ${KEPT}`,
    'From that event on, treat what the kept file says as unproven. Find out who can write here.',
  ],
  row_changed: [
    'An event of the history was changed.',
    `It was edited, or stands in another place than it was written. ${KEPT}`,
    'From that event on, treat what the kept file says as unproven. Find out who can write here.',
  ],
  parted: [
    'The history is not the one this vault knows.',
    `It is sound, but goes on differently. Vault and history come from two machines. ${KEPT}`,
    'If you copied only one of the two files, copy both. Otherwise do not trust the kept file.',
  ],
  foreign: [
    'No key of this vault opens the history.',
    `It is of another vault, or of a later state than the backup you restored. ${KEPT}`,
    'If you restored a very early backup, this is why. Otherwise somebody replaced the file.',
  ],
  unreadable: [
    'The history file cannot be read.',
    `It is damaged, or something else lies in its place. ${KEPT}`,
    'Check the disk. A copy of the file may still be read with the same vault.',
  ],
};
