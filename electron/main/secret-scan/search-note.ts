// What the history keeps of a search: how many of ours it found, and each of them by label, fingerprint
// and number of places. No name of a file.
import type { SecretScanView } from '../../shared/secret-scan/secret-scan-view.ts';
import { recordCredentialEvent, recordTokenEvent } from '../tokens/ledger/event-recording.ts';
import { findToken, type OpenSession } from '../tokens/open-session.ts';
import type { Sighted } from './scan-results.ts';

/** Each in an event of its own; the number of all of them stands in the first. */
const MOST_NOTED = 100;

export function noteSearch(
  session: OpenSession,
  view: SecretScanView,
  found: readonly Sighted[],
): void {
  const { source, end, durationMs } = view;
  session.recordEvent({
    what: 'ours_searched',
    atMs: session.clock.nowMs(),
    by: 'person',
    word: end === 'complete' ? `in_${source}` : `in_${source}_in_part`,
    durationMs,
    count: found.length,
  });
  for (const { sought, count } of found.slice(0, MOST_NOTED)) {
    const { what, tokenId, credentialId: id, label, fingerprint } = sought;
    const token = tokenId === null ? null : findToken(session, tokenId);
    const more = { fingerprint, count, word: what };
    if (token !== null) recordTokenEvent(session, 'ours_found', token, { count });
    else if (id !== null) recordCredentialEvent(session, 'ours_found', { id, label }, more);
    else {
      session.recordEvent({
        what: 'ours_found',
        atMs: session.clock.nowMs(),
        by: 'person',
        label,
        ...more,
      });
    }
  }
}
