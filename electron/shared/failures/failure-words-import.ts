// Words for what cannot be imported or exported. They say where and what to do; never what stands there. Pure.
import { whole } from '../counts.ts';
import type { FailureFacts } from './failure.ts';
import type { Say, Words } from './failure-words-shape.ts';

const NOTHING_IMPORTED = 'Nothing was imported.';

const at = ({ line, column }: FailureFacts): string =>
  line === undefined ? '' : ` in line ${line}${column === undefined ? '' : `, column ${column}`}`;

const noUtf8: Words = [
  'This text is not UTF-8.',
  'Names and values in another encoding could be taken for others.',
  'Save it as UTF-8, or as UTF-16 with a byte order mark, and import it again.',
];

const unreadable: Readonly<Record<string, Words>> = {
  encoding: noUtf8,
  nul: [
    'This is not text: it contains a NUL byte.',
    NOTHING_IMPORTED,
    'Choose a text file. Text in UTF-16 needs its byte order mark.',
  ],
  control: [
    'This text contains a control character.',
    'What looks like one value could be another.',
    'Remove it in an editor that shows such characters, and import it again.',
  ],
};

const tooMuchInIt: Words = [
  'This text unpacks to more than is looked at.',
  NOTHING_IMPORTED,
  'Export only the part that holds the credentials.',
];

const limits: Readonly<Record<string, (count: number) => Words>> = {
  rows: (count) => [
    `This is more than ${whole(count)} credentials.`,
    NOTHING_IMPORTED,
    'Split it into several files.',
  ],
  columns: (count) => [
    `A line has more than ${count} columns.`,
    NOTHING_IMPORTED,
    'Keep the columns that say label, client id, secret, access type, environment and scopes.',
  ],
  levels: (count) => [
    `Objects are nested more than ${count} levels deep.`,
    NOTHING_IMPORTED,
    'Export only the part that holds the credentials.',
  ],
  name: (count) => [
    `A name is longer than ${whole(count)} bytes.`,
    NOTHING_IMPORTED,
    'Check whether this is the right file.',
  ],
  value: (count) => [
    `A value is longer than ${whole(count)} bytes once its variables are put in.`,
    NOTHING_IMPORTED,
    'Check the variables it is made of.',
  ],
  decoded: () => tooMuchInIt,
};

/** "This text is not UTF-8." with the place before its full stop. */
const placed = ([what, means, todo]: Words, facts: FailureFacts): Words => [
  `${what.replace(/\.$/, '')}${at(facts)}.`,
  means,
  todo,
];

/** The words of each code about an import or an export. */
export const transferFailureWords = {
  import_too_large: [
    'The file is larger than 64 KiB.',
    'Credentials are small. Nothing was read from this file.',
    'Split it, or export only the folder or environment that holds the credentials.',
  ],
  import_not_text: (facts) => placed(unreadable[facts.about ?? ''] ?? noUtf8, facts),
  import_not_read: (facts) => [
    `The text cannot be read${at(facts)}.`,
    `Expected there: ${facts.about ?? 'something else'}. ${NOTHING_IMPORTED}`,
    'Correct that place, or export the file again.',
  ],
  import_duplicate_name: (facts) => [
    `A name occurs a second time${at(facts)}.`,
    `Which of the two values counts is not said. ${NOTHING_IMPORTED}`,
    'Remove the one that does not count.',
  ],
  import_too_much: (facts) =>
    placed(limits[facts.about ?? '']?.(facts.count ?? 0) ?? tooMuchInIt, facts),
  import_nothing: [
    'No credential was found in this.',
    'Looked for: a client id or client secret by name, in .env, JSON, CSV, curl commands, and exports of Postman, Insomnia and Bruno.',
    'In CSV the first line names the columns, such as label, client_id, client_secret. Otherwise check whether this is the right file.',
  ],
  import_yaml: [
    'This is YAML, which is not read.',
    `YAML can say the same in ways that readers disagree about. ${NOTHING_IMPORTED}`,
    'In Insomnia 10 and later choose Export, then Insomnia v4 (JSON) where it is offered. In Bruno export the collection as JSON, or import its .bru files.',
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
