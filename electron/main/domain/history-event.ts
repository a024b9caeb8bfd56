// What writes events of the history down, and what the vault remembers of it.
import * as v from 'valibot';
import type { HistoryEvent } from '../../shared/history/history-view.ts';
import { count, type Row } from './row-schema.ts';

export type { HistoryEvent };

/** The `word` of `token_received` where the token was asked for with the trading scope. */
export const GOT_FOR_TRADING = 'trade_scope';

/** Takes an event and returns at once; it is durable within the same turn of the event loop or two. */
export type RecordEvent = (event: HistoryEvent) => void;

/** What a session writes down: now and by the person, unless it says otherwise. */
export type SessionEvent = Omit<HistoryEvent, 'atMs' | 'by'> &
  Partial<Pick<HistoryEvent, 'atMs' | 'by'>>;

export const historyAnchorSchema = v.strictObject({
  /** Events so far. */
  count,
  /** Chain value of the last of them, 32 bytes in hexadecimal. */
  head: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});
export type HistoryAnchor = Row<typeof historyAnchorSchema>;
