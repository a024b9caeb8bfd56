// Words for what a person, a window or a program asked for that cannot be done. Pure.
import { counted, whole } from '../counts.ts';
import type { FailureFacts, SayTable } from './failure-say.ts';

const NOTHING_IMPORTED = 'Nothing was imported.';
const unsent = 'Nothing was sent to the service.';

/** A wait in whole seconds or minutes, rounded up so that it is never too short. */
function wait(seconds: number): string {
  const full = Math.max(1, Math.ceil(seconds));
  return full < 120 ? counted(full, 'second') : counted(Math.ceil(full / 60), 'minute');
}

/** How many of a thing, where that is known. */
const many = ({ count }: FailureFacts, thing: string): string =>
  count === undefined ? `Some ${thing}s` : counted(count, thing);
const was = ({ count }: FailureFacts, one: string, more: string): string =>
  count === 1 ? one : more;
const named = ({ file }: FailureFacts): string => (file === undefined ? '' : ` (${file})`);
const at = ({ line, column }: FailureFacts): string =>
  line === undefined ? '' : ` in line ${line}${column === undefined ? '' : `, column ${column}`}`;
const which = ({ file }: FailureFacts): string =>
  file === undefined || file === '' ? 'This text' : `“${file}”`;

const startPlan = 'Start one under the secret of the key.';
/** What to do where another one of the same kind cannot be chosen. */
const afterGone: Readonly<Record<string, string>> = {
  view: 'Save the search under a new name.',
  diagnosis: 'Diagnose the key again.',
  'inspected token': 'Take the token again.',
  preview: 'Choose the file again.',
  plan: startPlan,
  rotation: startPlan,
  drill: 'Start one from the sidebar.',
};

const HTTPS = 'Enter a plain https address without user name, query or fragment.';
/** How a field is to be filled, where it is not plain. */
const howToEnter: Readonly<Record<string, string>> = {
  'base address': HTTPS,
  'trading address': HTTPS,
  path: 'Enter the path that comes after the base address, such as /auth/oauth2/introspect. After the slash come letters, digits, slashes, dots, hyphens, underscores and tildes.',
  'proxy host': 'Enter only a host name or IP address.',
  'proxy port': 'Enter a port from 1 to 65535.',
  'proxy sign-in name': 'Enter a sign-in name without colon, or none.',
  command: 'Enter the whole path of the program and an argument a line. At most 1,500 characters.',
};

/** The words of each code about a request. */
export const requestWords = {
  cancelled_by_person: ['You cancelled.', 'Start again whenever you want.'],
  gone: ({ about = 'thing' }) => [
    `This ${about} is no longer there.`,
    afterGone[about] ?? `Choose another ${about}.`,
  ],
  'gone: text': [
    'The text of this token is no longer kept. It cannot be sent or copied.',
    'Get a new token if you need one.',
  ],
  'gone: old secret': [
    'The old secret is no longer stored here: a newer one took its place.',
    'Nobody here can find out whether the old one still works.',
    'Check in the web app whether the old secret was removed.',
  ],

  // What was entered or given and cannot be used
  invalid_input: ({ about }) => [
    about === undefined ? 'An entry cannot be used.' : `The ${about} cannot be used.`,
    howToEnter[about ?? ''] ?? 'Correct it and try again.',
  ],
  'invalid_input: pair of addresses': [
    'The base address is the trading address, or lies under it.',
    'Tokens are never requested at the trading host.',
    'Enter the two addresses as the service gave them.',
  ],
  'invalid_input: file': [
    'The file could not be read.',
    'It is not there, cannot be read, or is a link. Links are not followed.',
    'Check the file, choose the one that a link leads to, or choose another.',
  ],
  'invalid_input: nothing': [
    'There is no text: what was given is empty, or only spaces.',
    'Copy it again, then try again.',
  ],
  'invalid_input: lines': [
    'This is not a single line of UTF-8 text, as a client secret is.',
    'Nothing was kept.',
    'Save the secret alone as UTF-8, or paste it in the separate window.',
  ],
  'invalid_input: token': [
    'This is not sent as a token.',
    'It cannot stand in a request, or it is a client secret of this vault.',
    'Leave out what surrounds it, or take another text.',
  ],
  'invalid_input: same secret': [
    'This is the client secret that is stored already.',
    'Create a new secret in the web app and take that one.',
  ],
  notes_hold_secret: ({ about }) => [
    `There is a secret or token in the notes${about === undefined ? '' : ` of ${about}`}, whole or in part.`,
    'Notes are shown in the window and in reports, where no secret may be. Nothing was changed.',
    'Remove it from the notes, then try again. If somebody may have read it there, replace the secret.',
  ],
  authority_invalid: ({ about }) => [
    `The file holds no usable certificate authority${about === undefined ? '' : `: ${about}`}.`,
    'Choose a PEM file with one authority certificate that is valid today. Check this machine’s clock too.',
  ],
  passphrase_unfit: [
    'This passphrase is too easy to guess.',
    'Whoever copies the vault file could try billions of passphrases.',
    'Add words that do not belong together; five or six are enough.',
  ],
  'passphrase_unfit: unchanged': [
    'That is the passphrase this vault has already.',
    'Choose another one.',
  ],
  too_many_attempts: ({ count }) => [
    'Too many wrong passphrases in a row.',
    `${count === undefined ? 'Wait a moment' : `Wait ${wait(count)}`}, then try again.`,
  ],
  too_large: ({ about = 'file' }) => [
    `The ${about} is too large.`,
    'Nothing was read from it.',
    'Choose the right file.',
  ],
  'too_large: secret': [
    'It is too long to be a client secret: at most 4096 bytes are accepted.',
    'Copy only the secret and try again.',
  ],
  'too_large: token': [
    'It is too long to be a token: at most 16384 bytes are taken.',
    'Copy only the token and try again.',
  ],
  'too_large: clipboard': [
    'The text on the clipboard is too long: at most 1 MiB is searched.',
    'Save it as a file and search the file.',
  ],
  'too_large: import': [
    'The file is too large: at most 4 MiB of JSON, 256 KiB of others.',
    'Split it, or export only the folder or environment that holds the keys.',
  ],
  'too_large: rows': (facts) => [
    `${which(facts)} holds more than ${whole(facts.count ?? 0)} keys.`,
    NOTHING_IMPORTED,
    'Split it into several files.',
  ],
  'too_large: views': ({ count = 50 }) => [
    `No more views can be saved: the vault keeps ${count} of them.`,
    'Delete one that is no longer needed.',
  ],
  name_taken: ({ about }) => [
    about === undefined ? 'This name is taken already.' : `The name ${about} is taken already.`,
    'Choose another one.',
  ],

  // What stands in the way, and when it goes
  in_use: ['Something is under way with a key of this environment.', 'Wait until it is over.'],
  'in_use: call': ['The same call is already running.', 'Wait for its answer.'],
  'in_use: key': ({ count }) => [
    `This key still has ${count === undefined ? 'live tokens' : counted(count, 'live token')}.`,
    'Without the key they could no longer be revoked.',
    'Revoke them first, or choose to revoke and delete together.',
  ],
  'in_use: environment': (facts) => [
    `${many(facts, 'key')} still ${was(facts, 'belongs', 'belong')} to this environment.`,
    'Without it their tokens could not be revoked.',
    'Delete the keys first.',
  ],
  'in_use: address': (facts) => [
    `${many(facts, 'live token')} ${was(facts, 'was', 'were')} issued at the present addresses.`,
    'At other addresses they could be neither checked nor revoked. Nothing was changed.',
    'Revoke them first, and change the addresses once they are confirmed dead.',
  ],
  'in_use: rotation': [
    'The secret of this key is being rotated.',
    'Replacing it outright would lose the order that keeps old tokens revocable.',
    'Continue the rotation, or abandon it first.',
  ],
  'in_use: run': (facts) => [
    `${many(facts, 'token')} of this run ${was(facts, 'has', 'have')} no end yet.`,
    'Wait until they are revoked and confirmed dead; then you can close the run.',
  ],
  'in_use: drill': [
    'A drill is running.',
    'While it runs, nothing outside it can be touched. So no real token dies by mistake.',
    'End the drill first; its band is at the top of the window.',
  ],
  'in_use: deletion': [
    'This key is being deleted.',
    'It goes once all its tokens are dead. A new one would put that off. Nothing was sent.',
    'Add it again afterwards if you still need tokens.',
  ],
  attempts_stopped: [
    'Automatic attempts have stopped.',
    'The server refused this key three times in a row. More could lock the client out.',
    'Check the client id and the secret, then ask for a token yourself.',
  ],
  automatic_paused: ({ host = 'the server' }) => [
    `Automatic requests to ${host} are paused.`,
    'It could not be reached several times in a row; nothing was sent now.',
    'It is tried again in half a minute. What you ask for yourself is sent at once.',
  ],
  renewals_frozen: [
    'Renewals of this key are frozen.',
    'A “Revoke everything” run with this key is still open. So no token is issued automatically.',
    'Close the run, or ask for a token yourself.',
  ],
  ended_by_stop: [
    '“Revoke everything” ended this request.',
    'It covers this key, so no token was asked for after you confirmed.',
    'Ask again if you still want a token.',
  ],
  'ended_by_stop: token came': [
    'You cancelled.',
    'The request had been sent by then, and a token came. It replaces no other, and its end was begun at once.',
    'Follow its end in the list of tokens.',
  ],
  token_repeated: [
    'The server gave a token that is here already.',
    'It gives the same token again instead of a new one. It stays as it is, and nothing was revoked.',
    'Use the token in the list, or revoke it there first.',
  ],
  no_call: [
    'A Partner token cannot be revoked from here: the service documents no endpoint for it.',
    'Follow the guide: revoke the key in the web app, then check the result here.',
  ],
  'no_call: check': [
    'This token cannot be checked: no call accepts a token with these scopes.',
    'Its expiry time is all that is known about it.',
  ],
  nothing_to_stop: [
    'No live token that Strongroom can act on is covered by this choice.',
    'Choose more, or close this.',
  ],
  step_not_ready: ['An earlier step is not done yet.', 'Do the step that is marked as next.'],
  not_allowed: ['This window may not do that.', 'Use the main window.'],
  'not_allowed: practice environment': [
    'The practice environment cannot be changed or removed.',
    'Add an environment of your own instead.',
  ],

  // A command that prints a client secret. What it says is never kept, since it may hold a secret
  manager_unfit: (facts) => [
    `The program that prints the client secret cannot be started${named(facts)}.`,
    `There is no program at this path, or you may not run it. ${unsent}`,
    'Install the program again, or change the command of the key.',
  ],
  'manager_unfit: unsafe': (facts) => [
    `The program that prints the client secret is not safe to run${named(facts)}.`,
    `It belongs to another user, everyone may change it, or a shell runs it. ${unsent}`,
    'Make it yours or the system’s and writable by nobody else, or choose another program.',
  ],
  'manager_unfit: changed': (facts) => [
    `The program that prints the client secret is not the one you confirmed${named(facts)}.`,
    `An update may have replaced it, or somebody else. It was not run. ${unsent}`,
    'If you know why it changed, choose “Confirm the program again” beside the secret. You are shown both.',
  ],
  'manager_unfit: other secret': [
    'The program now prints another client secret than the one that issued the live tokens.',
    `Strongroom keeps the earlier one to revoke them, and does not mix the two. ${unsent}`,
    'Rotate the secret here, or revoke the live tokens first.',
  ],
  manager_failed: ({ file, count, durationMs }) => [
    durationMs === undefined
      ? `The program ${file === undefined ? '' : `${file} `}ended without a client secret${count === undefined ? '' : ` (exit code ${count})`}.`
      : `The program printed no client secret within ${Math.round(durationMs / 1000)} seconds, and was ended.`,
    `It may be locked, signed out, or not know the entry. What it said is not kept, since it may hold a secret. ${unsent}`,
    'Run the same command in a terminal, unlock or sign in there, then try again.',
  ],
  'manager_failed: not started': (facts) => [
    `The program that prints the client secret could not be started this time${named(facts)}.`,
    `This computer had no room for one more program, or this one was being replaced. ${unsent}`,
    'Close what you do not need, then try again.',
  ],
  'manager_failed: garbled': [
    'The program printed something that is not one client secret.',
    `It must print exactly one line of text, of at most 4,096 bytes. What it printed was wiped. ${unsent}`,
    'Choose arguments that print the secret alone, such as one field of an entry.',
  ],

  // An import or an export. They say where; never what stands there
  import_unreadable: (facts) => [
    `${which(facts)} cannot be read as ${facts.about ?? 'what it begins as'}${at(facts)}.`,
    NOTHING_IMPORTED,
    'Correct that place, or export the file again.',
  ],
  'import_unreadable: nul': (facts) => [
    `${which(facts)} is not text: it contains a NUL byte${at(facts)}.`,
    NOTHING_IMPORTED,
    'Choose a text file. Text in UTF-16 needs its byte order mark.',
  ],
  'import_unreadable: encoding': (facts) => [
    `${which(facts)} is not UTF-8.`,
    'Names and values in another encoding could be taken for others.',
    'Save it as UTF-8 and import it again.',
  ],
  'import_unreadable: repeated name': (facts) => [
    `A name occurs a second time${at(facts)} of ${which(facts)}.`,
    `Which of the two values counts is not said. ${NOTHING_IMPORTED}`,
    'Remove the one that does not count.',
  ],
  'import_unreadable: nothing': (facts) => [
    `No key was found in ${which(facts)}${facts.line === undefined ? '' : `; line ${facts.line} could not be read`}.`,
    'Looked for: a client id or client secret by name. Files: .env, JSON, YAML, CSV, HAR, .http, and exports of Postman, Insomnia and Bruno. Commands: curl, HTTPie and PowerShell.',
    'In CSV the first line names the columns, such as label, client_id, client_secret. Of a page with a command in it, copy the command alone.',
  ],
  import_row_unfit: ({ about = '' }) => [
    `One of the rows cannot be imported: ${about}.`,
    `All chosen rows are imported together or not at all. ${NOTHING_IMPORTED}`,
    'Leave that row out, choose another environment, or correct the file and choose it again.',
  ],
  export_not_clean: ({ about }) => [
    'It was not saved: one of its texts contains a secret or token.',
    `Somebody may have typed it as a label, owner, address, tag or client id${about === undefined ? '' : `: the one with fingerprint ${about}`}. Nothing was written.`,
    'Find it, edit the text, and rotate what was written there before you export again. The history keeps what was written. It can be exported once the old one is gone.',
  ],
  'export_not_clean: not compared': [
    'It was not saved: it could not be searched for every secret and token first.',
    'One of them could not be opened: its record in the vault file is damaged. Nothing was written.',
    'Lock and unlock the vault. If it stays so, save an encrypted copy and replace the damaged secret.',
  ],

  // The system that Strongroom runs on, and Strongroom itself
  system_refused: [
    'Strongroom was not told where the dropped files are.',
    'A text was dropped, or the system did not say. Nothing was looked at.',
    'Choose the file or folder here. For a text, use the clipboard.',
  ],
  'system_refused: login start': [
    'Whether Strongroom starts at login could not be changed.',
    'The system refused it, or the folder for such programs cannot be written to. Or the path of Strongroom has characters that cannot be used there.',
    'Look at the settings of the system for programs that start at login.',
  ],
  'system_refused: login start held back': [
    'The system does not start Strongroom at login yet. It waits for you to allow that.',
    'Allow Strongroom in the settings of the system for programs that start at login.',
  ],
  'system_refused: web page': [
    'The page was not opened. The system has no browser for it, or refused to start it.',
    'Set a browser in the settings of the system, or type the address into one.',
  ],
  release_unknown: ({ host = 'the server', about = 'nothing came' }) => [
    `Which version is the newest is not known from ${host}: ${about}.`,
    'Look where you got Strongroom, and install nothing that another page offers.',
  ],
  not_saved: ({ about }) => [
    about === 'settings' ? 'The settings could not be saved.' : 'The file was not saved.',
    'The disk is full, or the folder cannot be written to. What was there is as it was.',
    'Free some space, allow writing, or choose another folder, then try again.',
  ],
  practice_unavailable: [
    'The practice gateway is not running.',
    'No port could be opened on this machine’s own address.',
    'Lock and unlock, or start Strongroom again.',
  ],
  history_closed: [
    'The history cannot be read now.',
    'Its file is not open. What is done meanwhile is kept in memory and written when it can be.',
    'Free some space or check the folder of the vault. It is tried again every few seconds.',
  ],
  'history_closed: damaged': [
    'The history cannot be opened as it was written.',
    'It is being verified; what is found is said here and in the history itself.',
    'Open the history again in a moment.',
  ],
  internal_error: ({ correlationId }) => [
    'Something went wrong inside Strongroom.',
    'This is a fault of the program, not of your entry. What was saved before stays saved.',
    `Try again. If it happens again, report it${correlationId === undefined ? '' : ` with reference ${correlationId}`}.`,
  ],
} as const satisfies SayTable;
