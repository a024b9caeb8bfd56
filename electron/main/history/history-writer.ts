// Takes events and makes them durable: those of one turn of the event loop in one transaction. While
// the disk refuses they wait in memory, bounded, and are tried again; what no longer fitted is counted
// and said in the history itself.
import type { Clock } from '../domain/clock.ts';
import type { HistoryEvent, RecordEvent, HistoryAnchor } from '../domain/history-event.ts';
import { encodeEvent } from './event-codec.ts';
import type { HistoryKeys } from './history-keys.ts';
import type { Head } from './log-checks.ts';
import type { LogFile, Row } from './log-file.ts';
import type { LogTrouble } from './log-trouble.ts';

/** Events kept in memory while they cannot be written: about two megabytes. */
export const MAX_WAITING = 5_000;
/** Events sealed in one turn, so that a burst does not hold the event loop. */
const GROUP = 200;
export const RETRY_MS = 5_000;

interface WritingPlace {
  readonly log: LogFile;
  readonly keys: HistoryKeys;
  readonly head: Head;
}

interface HistoryWriter {
  readonly recordEvent: RecordEvent;
  /** Where to write from now on, and what before all that waits; null: nowhere, and events wait. */
  readonly attach: (place: WritingPlace | null, first?: readonly HistoryEvent[]) => void;
  /** The last event that is durable; null before there is a place. */
  readonly anchor: () => HistoryAnchor | null;
  readonly head: () => Head | null;
  /** Writes what waits, now. False where some of it could not be written. */
  readonly flush: () => boolean;
  /** Resolves once everything noted so far is durable: true; or a write of it failed: false. */
  readonly written: () => Promise<boolean>;
  readonly waiting: () => number;
  readonly close: () => void;
}

interface WriterPorts {
  readonly clock: Clock;
  /** A write failed (its reason), or one succeeded after a failure (null). */
  readonly standing: (trouble: LogTrouble | null) => void;
}

export function createHistoryWriter({ clock, standing }: WriterPorts): HistoryWriter {
  let place: WritingPlace | null = null;
  let pending: HistoryEvent[] = [];
  let dropped = 0;
  let failing = false;
  let closed = false;
  let scheduled: NodeJS.Immediate | null = null;
  let cancelRetry: (() => void) | null = null;
  let awaiting: ((written: boolean) => void)[] = [];

  function settle(written: boolean): void {
    const told = awaiting;
    awaiting = [];
    for (const tell of told) tell(written);
  }

  function schedule(): void {
    if (scheduled !== null || failing || closed || place === null) return;
    scheduled = setImmediate(() => {
      scheduled = null;
      writeSome();
    });
  }

  /** One group, and the rest in the turns that follow. */
  function writeSome(): void {
    if (!writeGroup()) return;
    if (pending.length > 0) schedule();
    else settle(true);
  }

  /** One transaction. Answers whether to go on. */
  function writeGroup(): boolean {
    if (place === null) return false;
    const group = pending.slice(0, GROUP);
    const { log, keys } = place;
    let { seq, chain } = place.head;
    const rows: Row[] = group.map((event) => {
      seq += 1;
      const sealed = keys.seal(seq, chain, encodeEvent(event));
      chain = keys.link(seq, chain, sealed);
      return { seq, sealed, chain };
    });
    const done = log.append(rows);
    if (!done.ok) {
      refuse(done.failure);
      return false;
    }
    pending = pending.slice(group.length);
    place = { ...place, head: { seq, chain } };
    if (failing) recover();
    return true;
  }

  function refuse(trouble: LogTrouble): void {
    failing = true;
    settle(false);
    cancelRetry ??= clock.after(RETRY_MS, () => {
      cancelRetry = null;
      writeSome();
    });
    standing(trouble);
  }

  function recover(): void {
    failing = false;
    tellGap();
    standing(null);
  }

  function tellGap(): void {
    if (dropped === 0) return;
    pending.push({ what: 'history_gap', atMs: clock.nowMs(), by: 'app', count: dropped });
    dropped = 0;
  }

  function flush(): boolean {
    while (pending.length > 0) if (!writeGroup()) return false;
    settle(true);
    return true;
  }

  return {
    recordEvent(event) {
      if (closed) return;
      if (pending.length >= MAX_WAITING) dropped += 1;
      else pending.push(event);
      schedule();
    },
    attach(next, first = []) {
      place = next;
      pending = [...first, ...pending];
      failing = next === null;
      if (failing) settle(false);
      else tellGap();
      cancelRetry?.();
      cancelRetry = null;
      // The first event of a new history is in it before anybody can read it.
      if (first.length > 0) writeGroup();
      if (pending.length > 0) schedule();
    },
    anchor() {
      if (place === null) return null;
      const { seq, chain } = place.head;
      return { count: seq, head: Buffer.from(chain).toString('hex') };
    },
    head: () => place?.head ?? null,
    flush,
    written() {
      if (pending.length === 0) return Promise.resolve(true);
      if (failing) return Promise.resolve(false);
      return new Promise((resolve) => {
        awaiting.push(resolve);
      });
    },
    waiting: () => pending.length + dropped,
    close() {
      closed = true;
      if (scheduled !== null) clearImmediate(scheduled);
      cancelRetry?.();
      settle(pending.length === 0);
      pending = [];
      place = null;
    },
  };
}
