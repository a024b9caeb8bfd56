// What the window may know of the history: events by label and fingerprint, how it stands, and what a
// verification found. No secret, token text, path or chain value in any.
import * as v from 'valibot';
import { failureCodes } from '../failures/failure-codes.ts';
import { historyWords } from './history-words.ts';
import { failureView } from '../failures/failure.ts';
import {
  count,
  credentialId,
  id,
  list,
  revocationRunId,
  text,
  timeMs,
  tokenId,
} from '../view-parts.ts';

const finite = v.pipe(v.number(), v.finite());

/** What can be wrong with the history's file (sentences in history-sentences.ts). */
const historyDamages = [
  'missing', // the file is gone
  'shortened', // its end is cut off, or an older copy lies in its place
  'row_removed',
  'row_changed', // edited, or out of order
  'parted', // sound in itself, but not the one this vault knows
  'foreign', // another vault's
  'unreadable', // no database of ours at all
] as const;
export type HistoryDamage = (typeof historyDamages)[number];

const historyDamageView = v.strictObject({
  kind: v.picklist(historyDamages),
  /** The first event that is not as it was written, where one can be named. */
  atSeq: v.nullable(count),
  /** Events the vault knew of. */
  known: count,
  /** File name the damaged file is kept under, beside the vault; null where there was none. */
  keptAside: v.nullable(text(120)),
});
export type HistoryDamageView = v.InferOutput<typeof historyDamageView>;

/** How the history stands right now; null in the app view while the vault is locked. */
export const historyStandingView = v.strictObject({
  /** Why events are not being written; they are kept in memory and tried again. */
  failure: v.nullable(failureView),
  /** Events waiting to be written while that lasts. */
  waiting: count,
  /** Found since the vault was unlocked. */
  damage: v.nullable(historyDamageView),
});
export type HistoryStandingView = v.InferOutput<typeof historyStandingView>;

/** Who did what to which credential and token, and what came of it. There is no field a secret could stand in. */
export const historyEvent = v.strictObject({
  what: v.picklist(historyWords),
  atMs: finite,
  by: v.picklist(['person', 'app']),
  credentialId: v.optional(credentialId),
  /** The credential's label then: it may be gone when the history is read. */
  label: v.optional(text(256)),
  tokenId: v.optional(tokenId),
  fingerprint: v.optional(text(128)),
  runId: v.optional(revocationRunId),
  drillId: v.optional(id),
  /** HTTP status of the answer, where there was one. */
  status: v.optional(count),
  /** Why it did not work. */
  failure: v.optional(v.picklist(failureCodes)),
  durationMs: v.optional(finite),
  /** Of a token that came: when it ends, as its server said. */
  endsAtMs: v.optional(finite),
  /** A closed word of its own kind: outcome of a check, step of a plan, verdict, scenario. */
  word: v.optional(text(128)),
  count: v.optional(count),
  /** Of a hand-out: the program as it is shown, such as `python3 bot.py`. */
  program: v.optional(text(128)),
});
export type HistoryEvent = Readonly<v.InferOutput<typeof historyEvent>>;

const historyEventView = v.strictObject({
  seq: count,
  /** Null for an event of a later version of Strongroom. */
  event: v.nullable(historyEvent),
});
export type HistoryEventView = v.InferOutput<typeof historyEventView>;

/** Events that are read at once. */
export const HISTORY_PAGE = 100;

/** One page of the history. */
export const historyPageView = v.strictObject({
  /** Newest first. */
  events: list(historyEventView, HISTORY_PAGE),
  /** Ask for the next page before this event; null at the beginning of the history. */
  next: v.nullable(count),
  /** Events in the whole history. */
  total: count,
});
export type HistoryPageView = v.InferOutput<typeof historyPageView>;

/** What a verification found. */
export const historyVerdictView = v.strictObject({
  /** Events verified, from the first on. */
  events: count,
  damage: v.nullable(historyDamageView),
  atMs: timeMs,
});
export type HistoryVerdictView = v.InferOutput<typeof historyVerdictView>;
