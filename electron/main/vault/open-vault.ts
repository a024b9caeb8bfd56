// An open vault: the state last made durable, its keys, and the queue of changes. Opens a record
// only when asked for it; after `lock` holds neither key nor contents.
import { fail, ok } from '../domain/result.ts';
import { createChangeQueue } from './change-queue.ts';
import { saveDurably, type SavePlace } from './durable-save.ts';
import { markOf, type FileMark } from './file-mark.ts';
import type { IndexWriter } from './index-writer.ts';
import { createPace } from './pace.ts';
import { MAX_SECRET_BYTES, openSealedRecord, sealRecord } from './record-seal.ts';
import { sealVaultFile } from './vault-file.ts';
import type { VaultKeys } from './vault-keys.ts';
import { NO_CONTENTS, recordKey, type VaultState } from './vault-state.ts';
import type { OpenVault } from './vault.ts';

export interface OpenVaultParts {
  readonly place: SavePlace;
  /** Taken over: zeroed by `lock`. */
  readonly keys: VaultKeys;
  readonly state: VaultState;
  /** Taken over likewise. */
  readonly writer: IndexWriter;
  /** Of the file the state was read from or written to. */
  readonly mark: FileMark;
}

export function createOpenVault(parts: OpenVaultParts): OpenVault {
  const { place, keys, writer } = parts;
  let state = parts.state;
  let marks: readonly FileMark[] = [parts.mark];
  let locked = false;
  let nextVersion = 1;
  for (const { version } of state.records.values())
    nextVersion = Math.max(nextVersion, version + 1);

  const queue = createChangeQueue({
    current: () => state,
    async save(wanted) {
      const generation = state.header.generation + 1;
      const next = { ...wanted, header: { ...wanted.header, generation } };
      const file = await sealVaultFile(next, keys, writer, createPace());
      if (!file.ok) return file;
      const mark = markOf(file.value);
      const { vaultId } = state.header;
      const replaced = { vaultId, generation: state.header.generation, marks };
      const saved = await saveDurably(place, file.value, replaced);
      if (!saved.ok) {
        if (saved.failure.uncertain) marks = [...marks, mark];
        return fail({ code: saved.failure.code });
      }
      state = next;
      marks = [mark];
      return ok();
    },
  });

  return {
    contents: () => state.contents,
    async change(change) {
      if (locked) return fail({ code: 'vault_locked' });
      const seal = change.seal ?? [];
      if (seal.some(({ secret }) => secret.length > MAX_SECRET_BYTES)) {
        return fail({ code: 'vault_too_large' });
      }
      // Sealed now and not when the save's turn comes: the caller may wipe its bytes meanwhile.
      const sealed = seal.map(({ name, secret }) => sealRecord(keys, name, nextVersion++, secret));
      return queue.add({ contents: change.contents, sealed, drop: change.drop ?? [] });
    },
    hasRecord: (name) => state.records.has(recordKey(name)),
    openRecord(name) {
      if (locked) return fail({ code: 'vault_locked' });
      const record = state.records.get(recordKey(name));
      // The index is authentic, so a record it does not list was never there or was dropped.
      if (record === undefined) return fail({ code: 'tampered' });
      const secret = openSealedRecord(keys, record);
      return secret === null ? fail({ code: 'tampered' }) : ok(secret);
    },
    fingerprint: (secret) => (locked ? '' : keys.fingerprint(secret)),
    async lock() {
      locked = true;
      await queue.settled();
      keys.wipe();
      writer.wipe();
      state = { ...state, contents: NO_CONTENTS, records: new Map() };
    },
  };
}
