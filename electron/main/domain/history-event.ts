// One event of the history: who did what to which credential and token, what came back, how long it
// took. Names tokens by fingerprint; there is no field a secret could stand in.
import * as v from 'valibot';
import type { FailureCode } from '../../shared/failures/failure.ts';
import type { HistoryWord } from '../../shared/history/history-words.ts';
import type { CredentialId, DrillId, RevocationRunId, TokenId } from './ids.ts';
import { count, type Row } from './row-schema.ts';

/** The `word` of `token_received` where the token was asked for with the trading scope. */
export const GOT_FOR_TRADING = 'trade_scope';

export interface HistoryEvent {
  readonly what: HistoryWord;
  /** Wall clock. */
  readonly atMs: number;
  readonly by: 'person' | 'app';
  readonly credentialId?: CredentialId | undefined;
  /** The credential's label then: it may be gone when the history is read. */
  readonly label?: string | undefined;
  readonly tokenId?: TokenId | undefined;
  readonly fingerprint?: string | undefined;
  readonly runId?: RevocationRunId | undefined;
  readonly drillId?: DrillId | undefined;
  /** HTTP status of the answer, where there was one. */
  readonly status?: number | undefined;
  /** Why it did not work. */
  readonly failure?: FailureCode | undefined;
  readonly durationMs?: number | undefined;
  /** Of a token that came: when it ends, as its server said. */
  readonly endsAtMs?: number | undefined;
  /** A closed word of its own kind: outcome of a check, step of a plan, verdict, scenario. */
  readonly word?: string | undefined;
  readonly count?: number | undefined;
  /** Of a hand-out: the program as it is shown, such as `python3 bot.py`. */
  readonly program?: string | undefined;
}

/** Takes an event and returns at once; it is durable within the same turn of the event loop or two. */
export type RecordEvent = (event: HistoryEvent) => void;

export const historyAnchorSchema = v.strictObject({
  /** Events so far. */
  count,
  /** Chain value of the last of them, 32 bytes in hexadecimal. */
  head: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});
export type HistoryAnchor = Row<typeof historyAnchorSchema>;
