// What a drill showed, from the facts of its tokens alone. Pure.
import type { DrillMistake } from '../../../shared/words.ts';
import type { DrillResult } from '../../domain/drill.ts';
import { provenDeadAtMs } from '../../domain/death-proof.ts';
import { isProvable } from '../../domain/token-evidence.ts';
import type { Token } from '../../domain/token.ts';
import type { VaultContents } from '../../vault/vault.ts';

export interface DrillToken {
  readonly token: Token;
  readonly accessType: 'trader' | 'partner';
  /** It may be honoured by the server right now. */
  readonly live: boolean;
}

/** The tokens of what leaked. One that the practice gateway still honours counts, whoever minted it. */
export function leakedTokens(
  drill: DrillResult,
  contents: VaultContents,
  isLive: (token: Token) => boolean,
): readonly DrillToken[] {
  return contents.tokens
    .filter(({ credentialId }) => drill.leakedIds.includes(credentialId))
    .filter((token) => !mintedAfterRotation(contents, token))
    .map((token) => {
      const owner = contents.credentials.find(({ id }) => id === token.credentialId);
      return { token, accessType: owner?.accessType ?? 'trader', live: isLive(token) };
    });
}

/** What the new secret of a rotation minted did not leak. */
function mintedAfterRotation(contents: VaultContents, token: Token): boolean {
  return contents.rotations.some(
    ({ credentialId, newTokenId, checkedAtMs, oldTokenIds }) =>
      credentialId === token.credentialId &&
      !oldTokenIds.includes(token.id) &&
      (newTokenId === token.id || (checkedAtMs !== null && token.sentAtMs >= checkedAtMs)),
  );
}

const acceptedAtMs = ({ token }: DrillToken): number | null =>
  token.revocation?.acceptedAtMs ?? null;
const verifiedAtMs = ({ token }: DrillToken): number | null => provenDeadAtMs(token);
const isProven = (each: DrillToken): boolean => verifiedAtMs(each) !== null || !each.live;

const isAccepted = (each: DrillToken): boolean => acceptedAtMs(each) !== null || isProven(each);

/**
 * Of the tokens that had leaked when the alarm was given: what is minted since moves no goal.
 * @param alarmAtMs when the alarm was given, wall clock; 0 while its tokens are being got.
 */
export function progressOf(tokens: readonly DrillToken[], alarmAtMs: number) {
  const leaked = tokens.filter(({ token }) => alarmAtMs === 0 || token.sentAtMs <= alarmAtMs);
  return {
    /** They have to die. */
    tokens: leaked.length,
    accepted: leaked.filter(isAccepted).length,
    /** Confirmed dead, or over. */
    verified: leaked.filter(isProven).length,
  };
}

/** The row as it is kept once the drill is over. */
export function scored(
  drill: DrillResult,
  tokens: readonly DrillToken[],
  {
    how,
    endedAtMs,
    secretWorks,
  }: {
    readonly how: 'finished' | 'stopped' | 'interrupted';
    readonly endedAtMs: number;
    /** The leaked secret itself was known to others, and it still mints. */
    readonly secretWorks: boolean;
  },
): DrillResult {
  const provable = tokens.filter(({ token, accessType }) => isProvable(token, accessType));
  const isDone = provable.every(isProven);
  const traders = tokens.filter(({ accessType }) => accessType === 'trader');
  const last = (times: readonly (number | null)[]): number | null => {
    const known = times.filter((each) => each !== null);
    return known.length === 0 ? null : Math.max(...known) - drill.startedAtMs;
  };
  const wasForgotten = ({ token, live }: DrillToken): boolean =>
    live && token.revocation === null && token.partnerPlan === null;
  const rotatedFirst = ({ token }: DrillToken): boolean =>
    token.revocation?.terminalFailure?.code === 'invalid_client';
  const found: readonly (readonly [DrillMistake, boolean])[] = [
    ['forgot_token', tokens.some(wasForgotten)],
    ['left_secret_working', secretWorks],
    ['revoked_with_rotated_secret', tokens.some(rotatedFirst)],
    ['ended_before_verified', how === 'finished' && !isDone],
    ['quit', how === 'interrupted'],
  ];
  const acceptedTimes = traders.map(acceptedAtMs);
  return {
    ...drill,
    how,
    endedAtMs,
    tokens: tokens.length,
    acceptedAfterMs: tokens.every(isAccepted) ? last(acceptedTimes) : null,
    verifiedAfterMs: isDone ? last(tokens.map(verifiedAtMs)) : null,
    // Who stops a drill declares nothing; what was left open then is no mistake.
    mistakes: how === 'stopped' ? [] : found.filter(([, made]) => made).map(([word]) => word),
  };
}
