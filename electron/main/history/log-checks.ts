// Whether the history's file is the one this vault knows: it must reach the anchor and go on from it in
// one unbroken chain. Says what is wrong in one word and at which event. Reads in slices.
import type { HistoryDamage } from '../../shared/history/history-view.ts';
import type { HistoryAnchor } from '../domain/history-event.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { createPace, type Pace } from '../domain/yield-to-loop.ts';
import { equalBytes } from '../vault/keys/primitives.ts';
import type { HistoryKeys } from './history-keys.ts';
import type { Keyring } from './keyring.ts';
import type { Epoch, LogFile } from './log-file.ts';
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

/** The epochs of a file with their keys, for the row at hand. */
export interface EpochKeys {
  readonly epochs: readonly Epoch[];
  readonly at: (seq: number) => HistoryKeys;
  /** What stands before the first row. */
  readonly genesis: Buffer;
}

/**
 * `foreign` where this vault lacks a key of them, or where they do not begin at the first row.
 * `epoch_forged` where a key is there twice, or the newest key does not prove where it begins: whoever holds
 * an old key could otherwise lay a stretch of rows under it again. Where older keys begin is bound by the chain
 * that the newest key goes on from.
 */
export function epochKeys(log: LogFile, keyring: Keyring): Result<EpochKeys | null, Finding> {
  const found = log.epochs();
  if (!found.ok) return fail(findingOf(found.failure));
  const epochs = found.value;
  const [first] = epochs;
  if (first === undefined) return ok(null);
  const keys = epochs.map(({ keyId }) => keyring.find(keyId));
  const own = keys.filter((each) => each !== null);
  const [oldest] = own;
  if (first.fromSeq !== 1 || oldest === undefined || own.length < keys.length) {
    return fail({ kind: 'foreign', atSeq: null });
  }
  const begins = provenBegin(log, epochs, own);
  if (!begins.ok) return begins;
  return ok({
    epochs,
    at(seq) {
      if (epochs.length === 1) return oldest;
      const index = epochs.findLastIndex(({ fromSeq }) => fromSeq <= seq);
      return own[index] ?? oldest;
    },
    genesis: oldest.genesis,
  });
}

function provenBegin(
  log: LogFile,
  epochs: readonly Epoch[],
  keys: readonly HistoryKeys[],
): Result<void, Finding> {
  const newest = epochs.at(-1);
  const newestKeys = keys.at(-1);
  const genesis = keys[0]?.genesis;
  if (newest === undefined || newestKeys === undefined || genesis === undefined) return ok();
  const forged = fail<Finding>({ kind: 'epoch_forged', atSeq: newest.fromSeq });
  if (new Set(epochs.map(({ keyId }) => keyId)).size < epochs.length) return forged;
  const before = newest.fromSeq - 1;
  const previous = before === 0 ? genesis : chainAt(log, before);
  if (previous === null) {
    const last = log.lastSeq();
    if (!last.ok) return fail(findingOf(last.failure));
    return last.value < before
      ? fail({ kind: 'shortened', atSeq: last.value + 1 })
      : fail({ kind: 'row_removed', atSeq: before });
  }
  return equalBytes(newestKeys.begins(newest.fromSeq, previous), newest.proof) ? ok() : forged;
}

/**
 * Follows the chain from `from` to the last row up to `to`. Answers the last one's place.
 * @param goOn asked between slices; the walk ends where it stands once it answers false.
 */
export async function walk(
  log: LogFile,
  keys: EpochKeys,
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
      const link = keys.at(seq).link(seq, head.chain, sealed);
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
  keys: EpochKeys,
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
  const start = { seq: 0, chain: keys.genesis };
  const walked = await walk(log, keys, start, last.value, pace);
  if (!walked.ok) return walked;
  return walked.value.seq < anchor.count
    ? fail({ kind: 'shortened', atSeq: walked.value.seq + 1 })
    : fail({ kind: 'parted', atSeq: null });
}

/**
 * The whole chain: it must end exactly where this process knows that it ends, under the key it writes with.
 * @param keyId the key this process writes with
 */
export async function verifyWhole(
  log: LogFile,
  keyring: Keyring,
  known: Head,
  keyId: string,
  goOn: () => boolean,
): Promise<Result<void, Finding>> {
  const keys = epochKeys(log, keyring);
  if (!keys.ok) return keys;
  if (keys.value === null) return fail({ kind: 'unreadable', atSeq: null });
  const newest = keys.value.epochs.at(-1);
  if (newest?.keyId !== keyId) {
    return fail({ kind: 'epoch_forged', atSeq: newest?.fromSeq ?? null });
  }
  const start = { seq: 0, chain: keys.value.genesis };
  const walked = await walk(log, keys.value, start, known.seq, createPace(), goOn);
  if (!walked.ok) return walked;
  const { seq, chain } = walked.value;
  if (seq < known.seq) return fail({ kind: 'shortened', atSeq: seq + 1 });
  return equalBytes(chain, known.chain) ? ok() : fail({ kind: 'parted', atSeq: null });
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
