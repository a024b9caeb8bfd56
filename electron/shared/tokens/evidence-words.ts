// Why a refusal counts as being about a token, in words: the same on the screen, in diagnoses and in reports.
import { counted } from '../counts.ts';
import type { RefusalEvidence } from '../words.ts';

export const evidenceWords: Readonly<Record<RefusalEvidence, string>> = {
  named: 'the refusal names the token',
  changed: 'the same call over the same way took it before',
  control: 'the same call over the same way takes another token of this credential',
  introspection: 'the server said active before and says not active now',
};

/** How often a token was refused in a row since it should be dead, and why that is about the token. */
export function refusedInARow(seen: {
  readonly refusals: number;
  readonly evidence: RefusalEvidence | null;
}): string {
  const { refusals, evidence } = seen;
  const times = `refused ${counted(refusals, 'time')} in a row`;
  return evidence === null ? times : `${times}: ${evidenceWords[evidence]}`;
}
