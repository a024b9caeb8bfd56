// What main says where a secret or a token comes in: the lines of the entry window, and the questions about what lies
// on the clipboard or in a file. Length and fingerprint, never the text. Pure.
import type { Question } from './ports.ts';

/** Of what was read: so many bytes, with this fingerprint. */
export interface ReadFacts {
  readonly bytes: number;
  readonly fingerprint: string;
}

/** SECURITY(S28): a person who gives a secret away is told where it goes, whatever the window says. */
export interface SecretPlace {
  readonly about: string;
  readonly host: string;
}

export const entryLines = {
  clientSecret: ({ about, host }: SecretPlace) => `For ${about}. It is sent to ${host}.`,
  suspect: 'It is compared with what this vault keeps, in memory only, and then wiped.',
  token: 'It is kept in memory only, until you close it or lock.',
} as const;

export const secretFileTitle = ({ about, host }: SecretPlace): string =>
  `Client secret of ${about}, sent to ${host}`;

const ask = (message: string, detail: string, choice: string): Question => ({
  message,
  detail,
  choices: [choice],
});

/** @param becomes what happens to what it was read from. */
const secretQuestion =
  (from: 'clipboard' | 'file', becomes: string) =>
  ({ about, host }: SecretPlace, { bytes, fingerprint }: ReadFacts): Question =>
    ask(
      `Use the ${from} as the client secret of ${about}?`,
      `It is sent to ${host}. The ${from} holds ${bytes} bytes, fingerprint ${fingerprint}${becomes}`,
      'Use as client secret',
    );

export const clipboardSecretQuestion = secretQuestion(
  'clipboard',
  '. It is cleared once the key has it.',
);
export const fileSecretQuestion = secretQuestion('file', ', and is left as it is.');

export const clipboardImportQuestion = ({ bytes, fingerprint }: ReadFacts): Question =>
  ask(
    'Read what is on the clipboard as an import?',
    `The clipboard holds ${bytes} bytes, fingerprint ${fingerprint}. It is cleared once the text is read.`,
    'Read it',
  );

export const clipboardTokenQuestion = ({ bytes, fingerprint }: ReadFacts): Question =>
  ask(
    'Inspect what is on the clipboard as a token?',
    `The clipboard holds ${bytes} bytes, fingerprint ${fingerprint}. It is cleared once the token is taken.`,
    'Inspect it',
  );

/** The first choice clears the clipboard. */
export const clipboardSearchQuestion = (bytes: number): Question => ({
  message: 'Search what is on the clipboard for secrets and tokens of this vault?',
  detail: `It holds ${bytes} bytes. Nothing of it is kept or sent anywhere.`,
  choices: ['Search it, then clear it', 'Search it and leave it'],
});
