// Reads the history newest first, page by page, and searches it, or all of it from the first event on. Rows are
// sealed, so a search opens them one after the other: in slices, and no further than a bounded number at a time.
import type * as v from 'valibot';
import type { historyCalls } from '../../shared/history/history-calls.ts';
import type { HistoryEventView, HistoryPageView } from '../../shared/history/history-view.ts';
import { historyMatches } from '../../shared/history/history-sentences.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { HistoryEvent } from '../domain/history-event.ts';
import { fail, ok, type Outcome } from '../domain/result.ts';
import { createPace } from '../domain/yield-to-loop.ts';
import { decodeEvent } from './event-codec.ts';
import { MAX_WAITING } from './history-writer.ts';
import { BEGINNING, headOf, openRow, type Head } from './history-keys.ts';
import { chainAt, chainText, verifyWhole, walk, type Place } from './log-checks.ts';

/** Rows read from the file at once. */
const SLICE_ROWS = 100;
/** Rows a search opens before it answers with what it has. */
const MAX_SCANNED = 10_000;

export type HistoryQuery = v.InferOutput<(typeof historyCalls)['historyPage']['input']> & {
  readonly limit: number;
};

export interface WholeHistory {
  readonly events: readonly HistoryEventView[];
  /** Chain value of the newest of them, hex. */
  readonly head: string;
}

const damaged = fail<Failure>({ code: 'history_closed', facts: { about: 'damaged' } });
const locked = fail<Failure>({ code: 'vault_locked' });

export async function readPage(
  { log, head, key }: Place,
  { before, limit, search, credentialId }: HistoryQuery,
): Outcome<HistoryPageView> {
  const pace = createPace();
  const events: HistoryEventView[] = [];
  let cursor = Math.min(before ?? head.seq + 1, head.seq + 1);
  let scanned = 0;
  while (cursor > 1 && events.length < limit && scanned < MAX_SCANNED) {
    if (!log.isOpen()) return locked;
    // One more than is opened: each row is bound to the one before it.
    const rows = log.before(cursor, SLICE_ROWS + 1);
    if (!rows.ok) return damaged;
    const slice = rows.value.slice(0, SLICE_ROWS);
    if (slice.length === 0) return damaged;
    for (const [index, { seq, sealed }] of slice.entries()) {
      const older = rows.value[index + 1];
      const previous = older === undefined ? BEGINNING : headOf(older.seq, older.sealed);
      const plain = seq === previous.seq + 1 ? openRow(key, previous, sealed) : null;
      if (plain === null) return damaged;
      cursor = seq;
      scanned += 1;
      const event = decodeEvent(plain);
      if (matches(event, search, credentialId)) events.push({ seq, event });
      if (events.length === limit) break;
    }
    await pace.yieldToLoop();
  }
  return ok({ events, next: cursor > 1 ? cursor : null, total: head.seq });
}

export async function readAll(place: Place): Outcome<WholeHistory> {
  const events: HistoryEventView[] = [];
  const whole = await verifyWhole(place, (plain, seq) =>
    events.push({ seq, event: decodeEvent(plain) }),
  );
  if (!place.log.isOpen()) return locked;
  return whole.ok ? ok({ events, head: chainText(place.head) }) : damaged;
}

/** What was written since `began`, as far as the chain holds; the newest where it is too much. */
export async function readSince(place: Place, began: Head | null): Promise<HistoryEvent[]> {
  if (began === null) return [];
  const seq = Math.max(began.seq, place.head.seq - MAX_WAITING);
  const chain = seq === began.seq ? began.chain : chainAt(place, seq);
  const events: HistoryEvent[] = [];
  if (chain === null) return events;
  await walk(place, { seq, chain }, place.head.seq, (plain) => {
    const event = decodeEvent(plain);
    if (event !== null) events.push(event);
  });
  return events;
}

function matches(event: HistoryEvent | null, search: string, credentialId: string | null): boolean {
  if (credentialId !== null && event?.credentialId !== credentialId) return false;
  if (search === '') return true;
  return event !== null && historyMatches(event, search);
}
