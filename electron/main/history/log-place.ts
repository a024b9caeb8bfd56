// Where to go on writing in a file that reaches the anchor, and under which key.
import type { HistoryAnchor } from '../domain/history-event.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { createPace } from '../domain/yield-to-loop.ts';
import type { WritingPlace } from './history-writer.ts';
import type { Keyring } from './keyring.ts';
import { checkAgainstAnchor, epochKeys, findingOf, type Finding } from './log-checks.ts';
import type { LogFile } from './log-file.ts';

/** Follows the chain from the anchor to the end. */
export async function placeIn(
  log: LogFile,
  keyring: Keyring,
  anchor: HistoryAnchor,
): Promise<Result<WritingPlace, Finding>> {
  const newest = keyring.find(anchor.keyId);
  if (newest === null) return fail({ kind: 'foreign', atSeq: null });
  const keys = epochKeys(log, keyring);
  if (!keys.ok) return keys;
  if (keys.value === null) return placeInEmpty(log, keyring, anchor);
  const head = await checkAgainstAnchor(log, keys.value, anchor, createPace());
  if (!head.ok) return head;
  const { seq } = head.value;
  // SECURITY(S31): the app writes with the vault's newest key and no other, so the file's list must end with it.
  const last = keys.value.epochs.at(-1);
  if (last?.keyId === anchor.keyId) return ok({ log, keys: newest, head: head.value });
  if (keys.value.epochs.some(({ keyId }) => keyId === anchor.keyId)) {
    return fail({ kind: 'epoch_forged', atSeq: last?.fromSeq ?? null });
  }
  // A new key was saved in the vault, and the kill came before the file knew of it.
  if (seq !== anchor.count) return fail({ kind: 'parted', atSeq: null });
  const proof = newest.begins(seq + 1, head.value.chain);
  const added = log.addEpoch({ fromSeq: seq + 1, keyId: anchor.keyId, proof });
  if (!added.ok) return fail(findingOf(added.failure));
  return ok({ log, keys: newest, head: head.value });
}

/** In a file without a row or a key: the first of both. */
export function placeInEmpty(
  log: LogFile,
  keyring: Keyring,
  anchor: HistoryAnchor,
): Result<WritingPlace, Finding> {
  const keys = keyring.find(anchor.keyId);
  const last = log.lastSeq();
  if (!last.ok) return fail(findingOf(last.failure));
  if (keys === null || last.value > 0) return fail({ kind: 'unreadable', atSeq: null });
  if (anchor.count > 0) return fail({ kind: 'shortened', atSeq: 1 });
  const proof = keys.begins(1, keys.genesis);
  const added = log.addEpoch({ fromSeq: 1, keyId: anchor.keyId, proof });
  if (!added.ok) return fail(findingOf(added.failure));
  return ok({ log, keys, head: { seq: 0, chain: keys.genesis } });
}
