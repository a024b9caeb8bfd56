// Reads the history newest first, page by page, and searches it. Rows are sealed, so a search opens
// them one after the other: in slices, and no further than a bounded number at a time.
import type { HistoryEventView, HistoryPageView } from '../../shared/history/history-view.ts';
import { historyMatches } from '../../shared/history/history-sentences.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { HistoryEvent } from '../domain/history-event.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { equalBytes } from '../vault/primitives.ts';
import { createPace } from '../domain/yield-to-loop.ts';
import { decodeEvent } from './event-codec.ts';
import { MAX_WAITING } from './history-writer.ts';
import type { HistoryKeys } from './history-keys.ts';
import { beginning, chainAt, openRow, type Head } from './log-checks.ts';
import type { LogFile, Row } from './log-file.ts';

/** Rows read from the file at once. */
const SLICE_ROWS = 100;
/** Rows a search opens before it answers with what it has. */
const MAX_SCANNED = 10_000;

export interface HistoryQuery {
  /** Only events before this one; null from the newest on. */
  readonly before: number | null;
  readonly limit: number;
  /** Text in label, fingerprint, or the words of the event; empty for all. */
  readonly search: string;
  readonly credentialId: string | null;
}

export interface ReadEvent {
  readonly seq: number;
  /** Null for an event of a later version. */
  readonly event: HistoryEvent | null;
}

export interface HistoryReader {
  /** `history_damaged` where a row does not open; it is being looked into then. */
  readonly page: (query: HistoryQuery) => Promise<Result<HistoryPageView, Failure>>;
  /** From the first event to the newest there is when it begins, in slices of some hundred. */
  readonly all: () => AsyncGenerator<readonly ReadEvent[], Result<void, Failure>>;
  /** Number and chain value, hex, of the newest event. */
  readonly newest: () => { readonly seq: number; readonly chain: string } | null;
}

interface ReadPlace {
  readonly log: LogFile;
  readonly keys: HistoryKeys;
  readonly head: Head;
}

interface ReaderPorts {
  /** Where it stands; null while it is not open. */
  readonly place: () => ReadPlace | null;
  /** A row did not open. */
  readonly broken: () => void;
}

export function createHistoryReader({ place, broken }: ReaderPorts): HistoryReader {
  function damaged(): { readonly ok: false; readonly failure: Failure } {
    broken();
    return fail({ code: 'history_damaged' });
  }

  const locked = fail<Failure>({ code: 'vault_locked' });

  return {
    async page({ before, limit, search, credentialId }) {
      const start = place();
      if (start === null) return fail({ code: 'history_closed' });
      const { log, head, keys } = start;
      const pace = createPace();
      const events: HistoryEventView[] = [];
      let cursor = Math.min(before ?? head.seq + 1, head.seq + 1);
      let scanned = 0;
      while (cursor > 1 && events.length < limit && scanned < MAX_SCANNED) {
        if (place()?.log !== log) return locked;
        // One more than is opened: each row is bound to the chain value before it.
        const rows = log.before(cursor, SLICE_ROWS + 1);
        if (!rows.ok) return damaged();
        const slice = rows.value.slice(0, SLICE_ROWS);
        if (slice.length === 0) return damaged();
        for (const [index, row] of slice.entries()) {
          const opened = readRow(keys, row, rows.value[index + 1] ?? beginning(keys));
          if (opened === null) return damaged();
          cursor = row.seq;
          scanned += 1;
          if (matches(opened.event, search, credentialId)) events.push(toView(opened));
          if (events.length === limit) break;
        }
        await pace.yieldToLoop();
      }
      return ok({ events, next: cursor > 1 ? cursor : null, total: head.seq });
    },
    async *all() {
      const start = place();
      if (start === null) return fail({ code: 'history_closed' });
      const { log, head, keys } = start;
      const pace = createPace();
      let at = beginning(keys);
      while (at.seq < head.seq) {
        if (place()?.log !== log) return locked;
        const rows = log.after(at.seq, Math.min(SLICE_ROWS, head.seq - at.seq));
        if (!rows.ok || rows.value.length === 0) return damaged();
        const slice: ReadEvent[] = [];
        for (const row of rows.value) {
          const opened = readRow(keys, row, at);
          if (opened === null) return damaged();
          slice.push(opened);
          at = row;
        }
        yield slice;
        await pace.yieldToLoop();
      }
      // Sound up to its end, and another history than the one that is written here.
      return equalBytes(at.chain, head.chain) ? ok() : damaged();
    },
    newest() {
      const head = place()?.head ?? null;
      return head && { seq: head.seq, chain: Buffer.from(head.chain).toString('hex') };
    },
  };
}

function readRow(keys: HistoryKeys, row: Row, previous: Head): ReadEvent | null {
  const plain = openRow(keys, row, previous);
  return plain === null ? null : { seq: row.seq, event: decodeEvent(plain) };
}

function matches(event: HistoryEvent | null, search: string, credentialId: string | null): boolean {
  if (credentialId !== null && event?.credentialId !== credentialId) return false;
  if (search === '') return true;
  return event !== null && historyMatches(event, search);
}

function toView({ seq, event }: ReadEvent): HistoryEventView {
  return { seq, event: event && { ...event } };
}

/** What was written since `began`, as far as the chain holds; the newest where it is too much. */
export function sessionEvents(
  log: LogFile,
  keys: HistoryKeys,
  began: Head | null,
): readonly HistoryEvent[] {
  if (began === null) return [];
  const last = log.lastSeq();
  const from = last.ok ? Math.max(began.seq, last.value - MAX_WAITING) : began.seq;
  const rows = log.after(from, MAX_WAITING);
  const chain = from === began.seq ? began.chain : chainAt(log, from);
  if (!rows.ok || chain === null) return [];
  const events: HistoryEvent[] = [];
  let previous: Head = { seq: from, chain };
  for (const row of rows.value) {
    const read = readRow(keys, row, previous);
    if (read === null) break;
    if (read.event !== null) events.push(read.event);
    previous = row;
  }
  return events;
}
