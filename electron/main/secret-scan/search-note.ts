// What the history keeps of a search: how many of ours it found, and each of them by label, fingerprint
// and number of places. No name of a file.
import type { SightingsView } from '../../shared/secret-scan/secret-scan-view.ts';
import { noteCredential, noteToken } from '../tokens/ledger/event-recording.ts';
import { findToken, type Room } from '../tokens/session-context.ts';
import type { Sighted } from './scan-results.ts';

/** Each in an event of its own; the number of all of them stands in the first. */
const MOST_NOTED = 100;

export function noteSearch(room: Room, view: SightingsView, found: readonly Sighted[]): void {
  const { source, end, durationMs } = view;
  // Nothing is written of what is not kept, not even that it was found.
  const kept = found.filter(
    ({ needle: { credentialId: id } }) => id === null || !room.unkept.has(id),
  );
  room.note({
    what: 'ours_searched',
    atMs: room.clock.nowMs(),
    by: 'person',
    word: end === 'complete' ? `in_${source}` : `in_${source}_in_part`,
    durationMs,
    count: kept.length,
  });
  for (const { needle, count } of kept.slice(0, MOST_NOTED)) {
    const { what, tokenId, credentialId: id, label, fingerprint } = needle;
    const token = tokenId === null ? null : findToken(room, tokenId);
    const more = { fingerprint, count, word: what };
    if (token !== null) noteToken(room, 'ours_found', token, { count });
    else if (id !== null) noteCredential(room, 'ours_found', { id, label }, more);
    else {
      room.note({ what: 'ours_found', atMs: room.clock.nowMs(), by: 'person', label, ...more });
    }
  }
}
