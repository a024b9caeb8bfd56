// Whether the history's file is the one this vault knows: it must reach the anchor and go on from it in
// one unbroken chain. Says what is wrong in one word and at which event. Reads in slices.
import type { HistoryDamage } from '../../shared/history/history-view.ts';
import type { HistoryAnchor } from '../domain/history-event.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { createPace, type Pace } from '../domain/yield-to-loop.ts';
import { equalBytes } from '../vault/primitives.ts';
import type { HistoryKeys } from './history-keys.ts';
import type { LogFile, Row } from './log-file.ts';
import type { LogTrouble } from './log-trouble.ts';

/** Rows read at once: below a millisecond's work. */
const SLICE_ROWS = 200;

export interface Head {
  readonly seq: number;
  readonly chain: Uint8Array;
}

export interface Damage {
  readonly kind: HistoryDamage;
  readonly atSeq: number | null;
}

/** `damaged` is SQLite's own word for a file it cannot read. */
export type Finding = Damage | Exclude<LogTrouble, 'damaged'>;

export const isDamage = (finding: Finding): finding is Damage => typeof finding === 'object';

/**
 * Follows the chain from `from` to the last row up to `to`. Answers the last one's place.
 * @param goOn asked between slices; the walk ends where it stands once it answers false.
 */
export async function walk(
  log: LogFile,
  keys: HistoryKeys,
  from: Head,
  to: number,
  pace: Pace,
  goOn: () => boolean = () => true,
): Promise<Result<Head, Finding>> {
  let head = from;
  while (head.seq < to && goOn()) {
    const rows = log.after(head.seq, Math.min(SLICE_ROWS, to - head.seq));
    if (!rows.ok) return fail(findingOf(rows.failure));
    if (rows.value.length === 0) break;
    for (const { seq, sealed, chain } of rows.value) {
      const expected = head.seq + 1;
      if (seq !== expected) return fail({ kind: 'row_removed', atSeq: expected });
      const link = keys.link(seq, head.chain, sealed);
      if (!equalBytes(link, chain)) return fail({ kind: 'row_changed', atSeq: seq });
      head = { seq, chain };
    }
    await pace.yieldToLoop();
  }
  return ok(head);
}

/**
 * At opening: from the anchor to the end. What lies before the anchor is verified later, and here only
 * to say what is wrong where the anchored row is not the one the vault knows.
 */
export async function checkAgainstAnchor(
  log: LogFile,
  keys: HistoryKeys,
  anchor: HistoryAnchor,
  pace: Pace,
): Promise<Result<Head, Finding>> {
  const last = log.lastSeq();
  if (!last.ok) return fail(findingOf(last.failure));
  const anchored = { seq: anchor.count, chain: Buffer.from(anchor.head, 'hex') };
  const there = anchor.count === 0 ? keys.genesis : chainAt(log, anchor.count);
  if (there !== null && equalBytes(there, anchored.chain)) {
    return await walk(log, keys, anchored, last.value, pace);
  }
  const walked = await walk(log, keys, beginning(keys), last.value, pace);
  if (!walked.ok) {
    const { failure } = walked;
    const isFirst = isDamage(failure) && failure.kind === 'row_changed' && failure.atSeq === 1;
    return isFirst && !isOurs(log, keys, last.value)
      ? fail({ kind: 'foreign', atSeq: null })
      : walked;
  }
  return walked.value.seq < anchor.count
    ? fail({ kind: 'shortened', atSeq: walked.value.seq + 1 })
    : fail({ kind: 'parted', atSeq: null });
}

/** Whether its last row is under these keys: of another vault, or from before its data key was replaced, none is. */
function isOurs(log: LogFile, keys: HistoryKeys, last: number): boolean {
  const rows = log.after(last - 2, 2);
  const [before, row] = rows.ok ? rows.value : [];
  return (
    before !== undefined &&
    row !== undefined &&
    equalBytes(keys.link(row.seq, before.chain, row.sealed), row.chain)
  );
}

/** The whole chain: it must end exactly where this process knows that it ends. */
export async function verifyWhole(
  log: LogFile,
  keys: HistoryKeys,
  known: Head,
  goOn: () => boolean,
): Promise<Result<void, Finding>> {
  const walked = await walk(log, keys, beginning(keys), known.seq, createPace(), goOn);
  if (!walked.ok) return walked;
  const { seq, chain } = walked.value;
  if (seq < known.seq) return fail({ kind: 'shortened', atSeq: seq + 1 });
  return equalBytes(chain, known.chain) ? ok() : fail({ kind: 'parted', atSeq: null });
}

/** Before the first row. */
export const beginning = (keys: HistoryKeys): Head => ({ seq: 0, chain: keys.genesis });

/** Rows of a copy that become durable together. */
const COPIED_AT_ONCE = 2_000;

/**
 * Seals everything up to `to` anew, under other keys, into an empty file. Answers where that ends. A row that is not
 * the one written is found before anything of it is copied.
 */
export async function sealAnew(
  from: { readonly log: LogFile; readonly keys: HistoryKeys },
  into: { readonly log: LogFile; readonly keys: HistoryKeys },
  to: Head,
): Promise<Result<Head, Finding>> {
  const pace = createPace();
  let [read, written] = [beginning(from.keys), beginning(into.keys)];
  let copies: Row[] = [];
  while (read.seq < to.seq) {
    const rows = from.log.after(read.seq, Math.min(SLICE_ROWS, to.seq - read.seq));
    if (!rows.ok) return fail(findingOf(rows.failure));
    if (rows.value.length === 0) return fail({ kind: 'shortened', atSeq: read.seq + 1 });
    for (const row of rows.value) {
      const plain = openRow(from.keys, row, read);
      if (plain === null) return fail({ kind: 'row_changed', atSeq: read.seq + 1 });
      const sealed = into.keys.seal(row.seq, written.chain, plain);
      written = { seq: row.seq, chain: into.keys.link(row.seq, written.chain, sealed) };
      copies.push({ ...written, sealed });
      read = row;
    }
    if (copies.length >= COPIED_AT_ONCE || read.seq >= to.seq) {
      const appended = into.log.append(copies);
      if (!appended.ok) return fail(findingOf(appended.failure));
      copies = [];
    }
    await pace.yieldToLoop();
  }
  return equalBytes(read.chain, to.chain) ? ok(written) : fail({ kind: 'parted', atSeq: null });
}

/** Null where it does not open as the row behind that one. */
export function openRow(keys: HistoryKeys, row: Row, previous: Head): Buffer | null {
  if (row.seq !== previous.seq + 1) return null;
  // SECURITY(S31): number and predecessor are authenticated with it, under the one key there is.
  return keys.open(row.seq, previous.chain, row.sealed);
}

/** The chain value of this row; null where there is none. */
export function chainAt(log: LogFile, seq: number): Uint8Array | null {
  const rows = log.after(seq - 1, 1);
  const row = rows.ok ? rows.value[0] : undefined;
  return row?.seq === seq ? row.chain : null;
}

export function findingOf(trouble: LogTrouble): Finding {
  return trouble === 'damaged' ? { kind: 'unreadable', atSeq: null } : trouble;
}
