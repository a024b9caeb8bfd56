// Words for what cannot be imported or exported. They say where and what to do; never what stands there. Pure.
import { whole } from '../counts.ts';
import type { FailureFacts } from './failure.ts';
import type { Say } from './failure-words-shape.ts';

const NOTHING_IMPORTED = 'Nothing was imported.';

const at = ({ line, column }: FailureFacts): string =>
  line === undefined ? '' : ` in line ${line}${column === undefined ? '' : `, column ${column}`}`;
const which = ({ file }: FailureFacts): string =>
  file === undefined || file === '' ? 'This text' : `“${file}”`;

/** The words of each code about an import or an export. */
export const transferFailureWords = {
  import_too_large: [
    'The file is larger than is read: 4 MiB of JSON, 256 KiB of anything else.',
    'Credentials are small. Nothing was read from this file.',
    'Split it, or export only the folder or environment that holds the credentials.',
  ],
  import_not_text: (facts) =>
    facts.about === 'nul'
      ? [
          `${which(facts)} is not text: it contains a NUL byte${at(facts)}.`,
          NOTHING_IMPORTED,
          'Choose a text file. Text in UTF-16 needs its byte order mark.',
        ]
      : [
          `${which(facts)} is not UTF-8.`,
          'Names and values in another encoding could be taken for others.',
          'Save it as UTF-8, or as UTF-16 with a byte order mark, and import it again.',
        ],
  import_not_read: (facts) => [
    `${which(facts)} cannot be read as ${facts.about ?? 'what it begins as'}${at(facts)}.`,
    NOTHING_IMPORTED,
    'Correct that place, or export the file again.',
  ],
  import_duplicate_name: (facts) => [
    `A name occurs a second time${at(facts)} of ${which(facts)}.`,
    `Which of the two values counts is not said. ${NOTHING_IMPORTED}`,
    'Remove the one that does not count.',
  ],
  import_too_much: (facts) => [
    `${which(facts)} holds more than ${whole(facts.count ?? 0)} credentials.`,
    NOTHING_IMPORTED,
    'Split it into several files.',
  ],
  import_nothing: (facts) => [
    facts.line === undefined
      ? `No credential was found in ${which(facts)}.`
      : `No credential was found in ${which(facts)}; line ${facts.line} could not be read.`,
    'Looked for: a client id or client secret by name, in .env, JSON, YAML, CSV and HAR, in curl, HTTPie and PowerShell commands, .http files, and exports of Postman, Insomnia and Bruno.',
    'In CSV the first line names the columns, such as label, client_id, client_secret. Of a page with a command in it, copy the command alone.',
  ],
  import_gone: [
    'The preview is gone.',
    `It was taken out of memory when it was closed, imported, or at lock. ${NOTHING_IMPORTED}`,
    'Choose the file again.',
  ],
  import_row_unfit: (facts) => [
    `One of the rows cannot be imported: ${facts.about ?? ''}.`,
    `All chosen rows are imported together or not at all. ${NOTHING_IMPORTED}`,
    'Leave that row out, or correct it in the file and choose the file again.',
  ],
  import_target_unclear: (facts) => [
    `Whose secret ${facts.about ?? 'this'} would replace is not clear.`,
    'There must be exactly one credential with this client id in the chosen environment, without a rotation under way.',
    'Choose another environment, or skip the row.',
  ],
  export_name_taken: [
    'There is a file of that name already.',
    'A copy of the vault never replaces a file: it could be the only one that still opens.',
    'Save again under another name.',
  ],
  secrets_not_compared: [
    'It was not saved: it could not be searched for every secret and token first.',
    'One of them could not be opened: its record in the vault file is damaged. Nothing was written.',
    'Lock and unlock the vault. If it stays so, save an encrypted copy and replace the damaged secret.',
  ],
  export_not_clean: (facts) => [
    'It was not saved: one of its texts contains a secret or token.',
    `Somebody may have typed it as a label, owner, tag or client id${
      facts.about === undefined ? '' : `: the one with fingerprint ${facts.about}`
    }. Nothing was written.`,
    'Find it by its fingerprint, edit the text, and rotate what was written there before you export again. The history keeps what was written: it can be exported once the old one is gone from the vault.',
  ],
} as const satisfies Readonly<Record<string, Say>>;
