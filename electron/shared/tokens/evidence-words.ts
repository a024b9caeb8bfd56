// Why a refusal counts as being about a token, in words: the same on the screen, in diagnoses and in reports.
import { counted } from '../counts.ts';
import { spanOfTime } from '../duration.ts';
import type { ControlResult, RefusalEvidence } from '../words.ts';

/** Why a refusal is about the token, in words. */
export const evidenceWords: Readonly<Record<RefusalEvidence, string>> = {
  named: 'the refusal names the token',
  changed: 'the same call over the same way took it before',
  control: 'the same call takes another token of this key with the same rights',
  introspection:
    'the server said active before, says not active now, and says active of another token',
};

/** Why a refusal shows nothing of a token, in whole sentences: what was asked beside it, and what that does not tell. */
export const controlWords: Readonly<Record<ControlResult, string>> = {
  other_not_taken:
    'Another token of this key was not seen to work over the same way either. Something before the server may refuse both. Nothing is shown of this token.',
};

/** How often a token was refused in a row since it should be dead, and why that is about the token. */
export function refusedInARow(seen: {
  readonly refusals: number;
  readonly evidence: RefusalEvidence | null;
}): string {
  const { refusals, evidence } = seen;
  if (refusals === 0) return 'not refused yet';
  const times = `refused ${counted(refusals, 'time')} in a row`;
  return evidence === null ? times : `${times}: ${evidenceWords[evidence]}`;
}

/** What proved a death: refusals in a row, the first of them, and the one that settled it. */
export interface ProvenDeath {
  readonly refusals: number;
  /** Null where it was not kept: then no length of time is told. */
  readonly firstRefusedAtMs: number | null;
  readonly verifiedAtMs: number;
}

/** "refused in 3 checks over 5 minutes". */
export function provenBy({ refusals, firstRefusedAtMs, verifiedAtMs }: ProvenDeath): string {
  const checks = `refused in ${counted(refusals, 'check')}`;
  return firstRefusedAtMs === null
    ? checks
    : `${checks} over ${spanOfTime(verifiedAtMs - firstRefusedAtMs)}`;
}

/** "Token 4247·f079 is dead: refused in 3 checks over 5 minutes." */
export const deathSentence = (fingerprint: string, proof: ProvenDeath): string =>
  `Token ${fingerprint} is dead: ${provenBy(proof)}.`;

/** "Confirmed dead: refused in 3 checks over 5 minutes". */
export const deathLine = (proof: ProvenDeath): string => `Confirmed dead: ${provenBy(proof)}`;

/** "12 tokens are dead: each refused in at least 3 checks." */
export const deathsSentence = (proofs: readonly ProvenDeath[]): string =>
  `${counted(proofs.length, 'token')} are dead: each refused in at least ` +
  `${counted(Math.min(...proofs.map(({ refusals }) => refusals)), 'check')}.`;
