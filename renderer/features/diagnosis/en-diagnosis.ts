// The words around a diagnosis. What its checks say is in electron/shared/diagnosis/diagnosis-words.ts: the same
// sentences stand in the evidence.
import { counted, whole } from '../../../electron/shared/counts.ts';
import type { CheckLineView } from '../../../electron/shared/diagnosis/diagnosis-view.ts';
import { took } from '../../../electron/shared/duration.ts';
import type { AccessType } from '../../../electron/shared/words.ts';

export const diagnosisWords = {
  title: (label: string) => `Diagnose ${label}`,
  lead: {
    trader:
      'Tests address, network, certificate, secret and token. The test token is revoked afterwards.',
    partner: 'Tests address, network, certificate, secret and token, with one token got for this.',
  } satisfies Record<AccessType, string>,
  partnerWarning:
    'Partner tokens have no documented revocation: the one asked for here lives on until it expires, typically two hours, and is listed with the key. “End in web app…” ends it.',
  begin: 'Diagnose now',
  again: 'Diagnose again',
  againWith: 'Scopes to ask for',
  evidence: 'Save evidence…',
  stop: 'Stop',
  stopping: 'Its token is revoked in any case.',
  resultOf: (place: string) => `Result: ${place}`,
  took,
  doors: 'What it looks like',
  toLookAt: 'What to look at',
  /** `9 checks are good, 2 were not tried`. */
  others(checks: readonly Pick<CheckLineView, 'verdict'>[]): string {
    const untried = checks.filter(({ verdict }) => verdict === 'not_tried').length;
    const good = checks.length - untried;
    const were = untried === 1 ? 'was' : 'were';
    if (good === 0) return `${counted(untried, 'check')} ${were} not tried`;
    const said = `${counted(good, 'check')} ${good === 1 ? 'is' : 'are'} good`;
    return untried === 0 ? said : `${said}, ${whole(untried)} ${were} not tried`;
  },
} as const;

export const comparisonWords = {
  open: 'Compare…',
  back: 'Show this one alone',
  with: 'Compare with',
  kept: 'Diagnosed already',
  others: 'Diagnosed now, with a token of its own',
  more: 'Not here? Diagnose the other one first: it is offered here afterwards.',
  nobody: 'There is no other key to compare with.',
  show: 'Compare',
  begin: 'Diagnose and compare',
  title: (left: string, right: string) => `${left} compared with ${right}`,
  check: 'Check',
  marks: { verdict: 'Differs', details: 'Seen differently' },
  notSeen: 'not seen',
  running: 'The other one is still being diagnosed.',
  part: (where: string) => `They first differ here: ${where}.`,
  same: 'Both diagnoses say the same at every check.',
  sameBut: (where: string) =>
    `Both diagnoses come to the same. What was seen differs first here: ${where}.`,
} as const;
