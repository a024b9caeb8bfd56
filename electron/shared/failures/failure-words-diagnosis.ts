// Words for what cannot be done about a diagnosis. Pure.
import type { Words } from './failure-words-shape.ts';

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
