// An event as the bytes of a row, and back. Strict both ways: nothing that is not named here is ever
// written, and what a later version wrote is told apart from an event, never guessed at.
import * as v from 'valibot';
import { failureCodes } from '../../shared/failures/failure.ts';
import { historyWords } from '../../shared/history/history-words.ts';
import type { HistoryEvent } from '../domain/history-event.ts';
import type { CredentialId, DrillId, RevocationRunId, TokenId } from '../domain/ids.ts';
import { count, finite, identifier } from '../domain/row-schema.ts';

const short = v.pipe(v.string(), v.maxLength(128));

const eventSchema = v.strictObject({
  what: v.picklist(historyWords),
  atMs: finite,
  by: v.picklist(['person', 'app']),
  credentialId: v.optional(identifier<CredentialId>()),
  label: v.optional(v.pipe(v.string(), v.maxLength(256))),
  tokenId: v.optional(identifier<TokenId>()),
  fingerprint: v.optional(short),
  runId: v.optional(identifier<RevocationRunId>()),
  drillId: v.optional(identifier<DrillId>()),
  status: v.optional(count),
  failure: v.optional(v.picklist(failureCodes)),
  durationMs: v.optional(finite),
  endsAtMs: v.optional(finite),
  word: v.optional(short),
  count: v.optional(count),
  program: v.optional(short),
}) satisfies v.GenericSchema<unknown, HistoryEvent>;

/**
 * An event that is not one is a bug of its author, and must not stop the work it tells of: what
 * happened and when is kept, the rest left out.
 */
export function encodeEvent(event: HistoryEvent): Buffer {
  const checked = v.safeParse(eventSchema, event);
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
  const event = v.safeParse(eventSchema, parsed);
  return event.success ? event.output : null;
}
