// The words around a diagnosis. What its checks say is in electron/shared/diagnosis/diagnosis-words.ts: the same
// sentences stand in the evidence.
import { whole } from '../../../electron/shared/counts.ts';
import type {
  CheckLineView,
  CheckVerdict,
} from '../../../electron/shared/diagnosis/diagnosis-view.ts';
import { verdictWords } from '../../../electron/shared/diagnosis/diagnosis-words.ts';
import { took } from '../../../electron/shared/duration.ts';

const counting: readonly (readonly [CheckVerdict, string])[] = [
  ['bad', 'failed'],
  ['amber', 'to look at'],
  ['good', 'good'],
  ['not_tried', 'not tried'],
];

export const diagnosisWords = {
  title: (label: string) => `Diagnose ${label}`,
  lead: 'Tests address, network, certificate, secret and token, with one token got for this.',
  partnerWarning:
    'Partner tokens have no documented revocation. The one asked for here lives on until it expires, typically two hours. It is listed with the key. “End in web app…” ends it.',
  begin: 'Diagnose now',
  again: 'Diagnose again',
  againWith: 'Scopes to ask for',
  copy: 'Copy summary',
  save: 'Save evidence…',
  stop: 'Stop',
  stopping: 'Its token is revoked in any case.',
  track: 'Steps',
  stepIs: (verdict: CheckVerdict) => `: ${verdictWords[verdict]}`,
  resultOf: (place: string) => `Result: ${place}`,
  took,
  /** `Evidence: 1 failed, 9 good, 2 not tried`. */
  evidence(checks: readonly Pick<CheckLineView, 'verdict'>[]): string {
    const counts = counting.flatMap(([verdict, word]) => {
      const n = checks.filter((check) => check.verdict === verdict).length;
      return n === 0 ? [] : [`${whole(n)} ${word}`];
    });
    return `Evidence: ${counts.join(', ')}`;
  },
} as const;

export const comparisonWords = {
  open: 'Compare…',
  back: 'Show this one alone',
  with: 'Compare with',
  nobody: 'There is no other key to compare with.',
  show: 'Compare',
  begin: 'Diagnose and compare',
  marks: { verdict: 'Differs', details: 'Seen differently' },
  running: 'The other one is still being diagnosed.',
  part: (where: string) => `They first differ here: ${where}.`,
  same: 'Both diagnoses say the same at every check.',
  sameBut: (where: string) =>
    `Both diagnoses come to the same. What was seen differs first here: ${where}.`,
} as const;
