// What the status line says of a search for our own. Apart from the words of its sheet: the first screen
// loads this.
import { whole } from '../../../electron/shared/counts.ts';
import type { SecretScanView } from '../../../electron/shared/secret-scan/secret-scan-view.ts';

/** Pasted or typed, as against files. */
export const isText = ({ source }: Pick<SecretScanView, 'source'>): boolean =>
  source === 'clipboard' || source === 'entry';

export function saidOfSearch(view: SecretScanView): string {
  const found = view.found.length + view.moreFound;
  if (found > 0) return `${found === 1 ? '1 of ours was' : `${whole(found)} of ours were`} found`;
  if (view.secrets + view.tokens + view.proxyPasswords === 0)
    return 'This vault has nothing to look for';
  if (view.end !== 'complete') return 'None of ours was found so far';
  return isText(view) ? 'None of ours is in this text' : 'None of ours was found';
}

export const coveredDrop = 'Close what is open first, then drop it again.';
