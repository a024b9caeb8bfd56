// What the rest of the app has of the history while the vault is open, and what the history needs.
import type { Failure } from '../../shared/failures/failure.ts';
import type { HistoryDamageView, HistoryPageView } from '../../shared/history/history-view.ts';
import type { Clock } from '../domain/clock.ts';
import type { RecordEvent } from '../domain/history-event.ts';
import type { Result } from '../domain/result.ts';
import type { OpenVault } from '../vault/vault.ts';
import type { HistoryQuery, WholeHistory } from './history-reader.ts';

interface HistoryStanding {
  /** Why events wait in memory; tried again every few seconds. */
  readonly failure: Failure | null;
  readonly waiting: number;
  readonly damage: HistoryDamageView | null;
}

/** What a verification of the whole chain found. */
export interface Verdict {
  /** Events verified. */
  readonly events: number;
  readonly damage: HistoryDamageView | null;
}

/** The history of an open vault. Reading fails with `history_closed` or `vault_locked`. */
export interface History {
  readonly recordEvent: RecordEvent;
  /** `history_closed` about `damaged` where a row does not open; it is being looked into then. */
  readonly page: (query: HistoryQuery) => Promise<Result<HistoryPageView, Failure>>;
  /** From the first event to the newest there is when it begins. */
  readonly all: () => Promise<Result<WholeHistory, Failure>>;
  /** Number and chain value, hex, of the newest event. */
  readonly newest: () => { readonly seq: number; readonly chain: string } | null;
  /** Writes the lock down and lets the vault save where the history stands, then as `wipe`. Before the vault locks. */
  readonly close: () => Promise<void>;
  readonly standing: () => HistoryStanding;
  /** Resolves once everything noted so far is durable: true; or could not be written: false. */
  readonly written: () => Promise<boolean>;
  /** The whole chain, from the first event. A damaged file is kept aside and a new one begun. */
  readonly verify: () => Promise<Result<Verdict, Failure>>;
  /** Zeroes its keys and closes its file at once; waits for nothing, and writes nothing any more. */
  readonly wipe: () => void;
  /** As `wipe`, once the lock and what waits are written: in this turn, where the disk takes it. */
  readonly endNow: () => void;
}

/** What the history is made of. */
export interface HistoryPorts {
  readonly vault: OpenVault;
  readonly clock: Clock;
  /** The vault's own directory. */
  readonly directory: string;
  /** Its standing changed. */
  readonly changed: () => void;
  /** Why the vault is being locked: the last event of a session. */
  readonly lockedBy: () => string | null;
}
