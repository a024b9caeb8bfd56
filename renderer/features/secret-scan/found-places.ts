// What the result of a search means for the window: how grave it is, and which tokens of it can be ended
// right now. Pure.
import type { AppView } from '../../../electron/shared/views.ts';
import type { SecretScanView } from '../../../electron/shared/secret-scan/secret-scan-view.ts';
import type { Standing } from '../../model/token-standing.ts';

/** Found is grave; nothing found is a fact only as far as everything was looked at and for. */
export function standingOf(result: SecretScanView): Standing {
  if (result.found.length > 0) return 'still_honoured';
  const isWhole = result.end === 'complete' && result.leftOut.length === 0;
  const sought = result.secrets + result.tokens + result.proxyPasswords;
  return isWhole && sought > 0 ? 'active' : 'unclear';
}

/** Those found that a revocation reaches, or the steps in the web app. */
export function revocableOf(
  { credentials }: Pick<AppView, 'credentials'>,
  { tokenIds }: Pick<SecretScanView, 'tokenIds'>,
): readonly string[] {
  const wanted = new Set(tokenIds);
  return credentials
    .flatMap(({ tokens }) => tokens)
    .filter(({ id, can }) => wanted.has(id) && (can.revoke || can.guide))
    .map(({ id }) => id);
}
