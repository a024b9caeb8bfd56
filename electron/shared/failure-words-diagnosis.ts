// Words for what cannot be done about a diagnosis. Pure.
import type { Words } from './failure-words-shape.ts';

export const diagnosisFailureWords = {
  unknown_diagnosis: [
    'This diagnosis is no longer there.',
    'Diagnoses are kept in memory alone, the last twenty, until the vault is locked.',
    'Diagnose the credential again.',
  ],
} as const satisfies Readonly<Record<string, Words>>;
