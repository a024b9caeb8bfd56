// Takes events and makes them durable: those of one turn of the event loop in one transaction. While
// the disk refuses they wait in memory, bounded, and are tried again; what no longer fitted is counted
// and said in the history itself.
import type { Clock } from '../domain/clock.ts';
import type { HistoryEvent } from '../domain/history-event.ts';
import { encodeEvent } from './event-codec.ts';
import { append, type Place } from './log-checks.ts';
import type { LogTrouble } from './log-file.ts';

/** Events kept in memory while they cannot be written: about two megabytes. */
export const MAX_WAITING = 5_000;
export const RETRY_MS = 5_000;

interface WriterPorts {
  readonly clock: Clock;
  /** A write failed (its reason), or one succeeded after a failure (null). */
  readonly standing: (trouble: LogTrouble | null) => void;
}

export class HistoryWriter {
  readonly #ports: WriterPorts;
  #place: Place | null = null;
  #pending: HistoryEvent[] = [];
  #dropped = 0;
  #isFailing = false;
  #isClosed = false;
  #scheduled: NodeJS.Immediate | null = null;
  #cancelRetry: (() => void) | null = null;

  constructor(ports: WriterPorts) {
    this.#ports = ports;
  }

  /** Where the last durable event is; null: events wait. */
  get place(): Place | null {
    return this.#place;
  }

  get waiting(): number {
    return this.#pending.length + this.#dropped;
  }

  recordEvent(event: HistoryEvent): void {
    if (this.#isClosed) return;
    if (this.#pending.length >= MAX_WAITING) this.#dropped += 1;
    else this.#pending.push(event);
    this.#schedule();
  }

  /** Where to write from now on, and what before all that waits. */
  attach(place: Place, first: readonly HistoryEvent[] = []): void {
    this.detach();
    this.#place = place;
    this.#pending = [...first, ...this.#pending];
    this.#isFailing = false;
    this.#tellGap();
    // The first event of a new history is in it before anybody can read it.
    if (first.length > 0) this.flush();
    else this.#schedule();
  }

  /** Nowhere from now on, and events wait. Answers where it was. */
  detach(): Place | null {
    const place = this.#place;
    this.#place = null;
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    return place;
  }

  /** Writes what waits, now and in one transaction. False where it could not be written. */
  flush(): boolean {
    if (this.#pending.length === 0) return true;
    if (this.#place === null) return false;
    const done = append(this.#place, this.#pending.map(encodeEvent));
    if (!done.ok) {
      this.#refuse(done.failure);
      return false;
    }
    this.#pending = [];
    this.#place = done.value;
    if (!this.#isFailing) return true;
    this.#isFailing = false;
    this.#tellGap();
    this.#schedule();
    this.#ports.standing(null);
    return true;
  }

  /** Whether everything noted so far is durable. What was refused is tried again in its time, not here. */
  written(): boolean {
    return this.#pending.length === 0 || (!this.#isFailing && this.flush());
  }

  close(): void {
    this.#isClosed = true;
    if (this.#scheduled !== null) clearImmediate(this.#scheduled);
    this.detach();
    this.#pending = [];
  }

  #schedule(): void {
    if (this.#scheduled !== null || this.#isFailing || this.#isClosed) return;
    this.#scheduled = setImmediate(() => {
      this.#scheduled = null;
      this.written();
    });
  }

  #refuse(trouble: LogTrouble): void {
    this.#isFailing = true;
    this.#cancelRetry ??= this.#ports.clock.after(RETRY_MS, () => {
      this.#cancelRetry = null;
      this.flush();
    });
    this.#ports.standing(trouble);
  }

  #tellGap(): void {
    if (this.#dropped === 0) return;
    const atMs = this.#ports.clock.nowMs();
    this.#pending.push({ what: 'history_gap', atMs, by: 'app', count: this.#dropped });
    this.#dropped = 0;
  }
}
