// What the times of a token say about the clock of this machine (docs/oauth-cases.md, cases 112 and 114). Pure.
import type { TokenView } from '../../../../electron/shared/credentials/credential-view.ts';

/** A clock this little off was merely put right since (tokens/expiry-book). */
const CLOCK_CORRECTION_MS = 60_000;

/**
 * @returns `behind` where it shows a time before the token was asked for, and its end is unknown by that;
 * `set` where it was set back meanwhile: main counts the end on the clock that cannot be set. Null otherwise.
 */
export function clockDoubt(token: TokenView): 'behind' | 'set' | null {
  const { live, sentAtMs, lifetimeSeconds, expiresAtMs } = token;
  if (!live || lifetimeSeconds === null) return null;
  if (expiresAtMs === null) return 'behind';
  return sentAtMs + lifetimeSeconds * 1000 - expiresAtMs > CLOCK_CORRECTION_MS ? 'set' : null;
}
