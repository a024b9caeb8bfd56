// Whether the history's file is the one this vault knows: it must reach the anchor and go on from it in
// one unbroken chain. Says what is wrong in one word and at which event. Reads in slices.
import type { HistoryAnchor } from '../domain/history-event.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import { createPace } from '../domain/yield-to-loop.ts';
import { equalBytes } from '../vault/primitives.ts';
import { BEGINNING, headOf, openRow, sealRow, type Head } from './history-keys.ts';
import {
  isDamage,
  logExists,
  openLog,
  removeLog,
  type LogFile,
  type LogTrouble,
  type Row,
} from './log-file.ts';

/** Rows read at once: below a millisecond's work. */
const SLICE_ROWS = 200;

export const chainText = ({ chain }: Head): string => Buffer.from(chain).toString('hex');

/** A file and the key that it is under. */
export interface Chain {
  readonly log: LogFile;
  readonly key: SecretBytes;
}

/** A chain, and where it ends. */
export interface Place extends Chain {
  readonly head: Head;
}

/**
 * Follows the chain from `from` to the last row up to `to`. Answers the last one's place; `io_error` where the file is
 * closed meanwhile.
 * @param visit what a row holds.
 */
export async function walk(
  { log, key }: Chain,
  from: Head,
  to: number,
  visit: (plain: Buffer, seq: number) => void = () => undefined,
): Promise<Result<Head, LogTrouble>> {
  const pace = createPace();
  let head = from;
  while (head.seq < to) {
    if (!log.isOpen()) return fail('io_error');
    const rows = log.after(head.seq, Math.min(SLICE_ROWS, to - head.seq));
    if (!rows.ok) return fail(rows.failure);
    if (rows.value.length === 0) break;
    for (const { seq, sealed } of rows.value) {
      const expected = head.seq + 1;
      if (seq !== expected) return fail({ kind: 'row_removed', atSeq: expected });
      // SECURITY(S31): number and predecessor are authenticated with it, under the one key there is.
      const plain = openRow(key, head, sealed);
      if (plain === null) return fail({ kind: 'row_changed', atSeq: seq });
      visit(plain, seq);
      head = headOf(seq, sealed);
    }
    await pace.yieldToLoop();
  }
  return ok(head);
}

/**
 * At opening: from the anchor to the end. What lies before the anchor is verified later, and here only
 * to say what is wrong where the anchored row is not the one the vault knows.
 */
async function checkAgainstAnchor(
  chain: Chain,
  anchor: HistoryAnchor,
): Promise<Result<Head, LogTrouble>> {
  const last = chain.log.lastSeq();
  if (!last.ok) return fail(last.failure);
  const anchored = { seq: anchor.count, chain: Buffer.from(anchor.head, 'hex') };
  const there = chainAt(chain, anchor.count);
  if (there !== null && equalBytes(there, anchored.chain)) {
    return await walk(chain, anchored, last.value);
  }
  const walked = await walk(chain, BEGINNING, last.value);
  if (!walked.ok) {
    const { failure } = walked;
    const isFirst = isDamage(failure) && failure.kind === 'row_changed' && failure.atSeq === 1;
    return isFirst && !isOurs(chain, last.value) ? fail({ kind: 'foreign', atSeq: null }) : walked;
  }
  return walked.value.seq < anchor.count
    ? fail({ kind: 'shortened', atSeq: walked.value.seq + 1 })
    : fail({ kind: 'parted', atSeq: null });
}

/** Whether its last row is under this key: of another vault, or from before its data key was replaced, none is. */
function isOurs({ log, key }: Chain, last: number): boolean {
  const rows = log.after(last - 2, 2);
  const [before, row] = rows.ok ? rows.value : [];
  if (before === undefined || row === undefined) return false;
  return openRow(key, headOf(before.seq, before.sealed), row.sealed) !== null;
}

/** The whole chain: it must end exactly where this process knows that it ends. */
export async function verifyWhole(
  place: Place,
  visit?: (plain: Buffer, seq: number) => void,
): Promise<Result<void, LogTrouble>> {
  const known = place.head;
  const walked = await walk(place, BEGINNING, known.seq, visit);
  if (!walked.ok) return walked;
  const { seq, chain } = walked.value;
  if (seq < known.seq) return fail({ kind: 'shortened', atSeq: seq + 1 });
  return equalBytes(chain, known.chain) ? ok() : fail({ kind: 'parted', atSeq: null });
}

/** Seals these one behind the other, behind the last row: all of them durable, or none of them there. */
export function append(
  { log, key, head }: Place,
  plain: readonly Uint8Array[],
): Result<Place, LogTrouble> {
  let last = head;
  const rows = plain.map((each): Row => {
    const sealed = sealRow(key, last, each);
    last = headOf(last.seq + 1, sealed);
    return { seq: last.seq, sealed };
  });
  const done = log.append(rows);
  return done.ok ? ok({ log, key, head: last }) : done;
}

/**
 * Seals everything anew, under another key, in a new file of this name. Answers where that ends. A row that is not the one
 * written is found, and then there is no such file.
 */
export async function sealAnew(
  file: string,
  from: Place,
  key: SecretBytes,
): Promise<Result<Head, LogTrouble>> {
  const plain: Uint8Array[] = [];
  const read = await verifyWhole(from, (opened) => plain.push(opened));
  if (!read.ok) return read;
  const removed = await removeLog(file);
  const opened = removed.ok ? await openLog(file) : removed;
  if (!opened.ok) return fail(opened.failure);
  const sealed = append({ log: opened.value, key, head: BEGINNING }, plain);
  opened.value.close();
  if (sealed.ok) return ok(sealed.value.head);
  await removeLog(file);
  return fail(sealed.failure);
}

/** Opens a file that reaches the anchor. @param mayBeNew it is made where the anchor names no event. */
export async function openAt(
  file: string,
  key: SecretBytes,
  anchor: HistoryAnchor,
  mayBeNew: boolean,
): Promise<Result<Place, LogTrouble>> {
  const there = await logExists(file);
  if (!there.ok) return fail(there.failure);
  if (!there.value && (anchor.count > 0 || !mayBeNew))
    return fail({ kind: 'missing', atSeq: null });
  const opened = await openLog(file);
  if (!opened.ok) return fail(opened.failure);
  const log = opened.value;
  const head = await checkAgainstAnchor({ log, key }, anchor);
  if (head.ok) return ok({ log, key, head: head.value });
  log.close();
  return head;
}

/** The chain value of this row, or before the first one; null where there is none. */
export function chainAt({ log }: Chain, seq: number): Uint8Array | null {
  if (seq === 0) return BEGINNING.chain;
  const rows = log.after(seq - 1, 1);
  const row = rows.ok ? rows.value[0] : undefined;
  return row?.seq === seq ? headOf(seq, row.sealed).chain : null;
}
