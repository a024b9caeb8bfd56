// Words for what cannot be done about a token from somewhere else, where it is introspected, or in a diagnosis. Pure.
import type { Words } from './failure-words-shape.ts';

/** The words of each code about an inspection. */
export const inspectionFailureWords = {
  path_invalid: [
    'The path cannot be used.',
    'A path begins with a slash and holds letters, digits, slashes, dots, hyphens, underscores and tildes.',
    'Enter the path that comes after the base address, such as /auth/oauth2/introspect.',
  ],
  nothing_inspected: [
    'No token is being inspected any more.',
    'It was taken out of memory when it was closed, or at lock.',
    'Take the token again.',
  ],
  not_a_token: [
    'This is not sent as a token.',
    'It cannot stand in a request as it is, or it is a client secret of this vault.',
    'Leave out what surrounds it, or take another text.',
  ],
  token_too_long: [
    'What was given is too long to be a token.',
    'At most 16384 bytes are taken; nothing was kept.',
    'Copy only the token and try again.',
  ],
  paste_too_long: [
    'What is on the clipboard is too long to be searched from there.',
    'At most 1 MiB is taken; nothing was looked at.',
    'Save it as a file and search the file.',
  ],
  drop_without_place: [
    'Strongroom was not told where the dropped files are.',
    'A text was dropped, or the system did not say; the stand-in host never does. Nothing was looked at.',
    'Choose the file or folder here. For a text, use the clipboard.',
  ],
} as const satisfies Readonly<Record<string, Words>>;

/** The words of each code about a diagnosis. */
export const diagnosisFailureWords = {
  unknown_diagnosis: [
    'This diagnosis is no longer there.',
    'The last twenty diagnoses are kept in memory only, until the vault is locked.',
    'Diagnose the credential again.',
  ],
  evidence_not_clean: [
    'The evidence was not written.',
    'It was searched for every secret and token of this vault first, and something that looks like one is in it: in a label, an address, or something a server showed.',
    'Look at the label and addresses of this credential, then diagnose again.',
  ],
} as const satisfies Readonly<Record<string, Words>>;
