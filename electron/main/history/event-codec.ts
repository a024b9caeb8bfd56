// An event as the bytes of a row, and back. Strict both ways: nothing that is not named here is ever
// written, and what a later version wrote is told apart from an event, never guessed at.
import * as v from 'valibot';
import { historyEvent, type HistoryEvent } from '../../shared/history/history-view.ts';

/**
 * An event that is not one is a bug of its author, and must not stop the work it tells of: what
 * happened and when is kept, the rest left out.
 */
export function encodeEvent(event: HistoryEvent): Buffer {
  const checked = v.safeParse(historyEvent, event);
  const { what, atMs, by } = event;
  return Buffer.from(JSON.stringify(checked.success ? checked.output : { what, atMs, by }), 'utf8');
}

/** Null for an event of a kind that this version does not know. */
export function decodeEvent(bytes: Buffer): HistoryEvent | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
  const event = v.safeParse(historyEvent, parsed);
  return event.success ? event.output : null;
}
