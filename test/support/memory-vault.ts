// An open vault in memory for unit tests: the same promises as the real one, and saves that fail on
// demand.
import { createHash } from 'node:crypto';
import { fail, ok } from '../../electron/main/domain/result.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import {
  droppedBy,
  type OpenVault,
  type RecordName,
  type VaultContents,
  type VaultFailure,
} from '../../electron/main/vault/store/vault.ts';

export interface MemoryVault extends OpenVault {
  /** Every later change fails with this, until null. */
  failWith: (failure: VaultFailure | null) => void;
  readonly saves: () => number;
  /** A vault of its own with what is saved by now, as a kill at this moment leaves it. */
  readonly copy: () => MemoryVault;
}

export function createMemoryVault(
  initial: VaultContents,
  sealed: ReadonlyMap<string, Buffer> = new Map(),
): MemoryVault {
  let contents = initial;
  let failure: VaultFailure | null = null;
  let saves = 0;
  let locked = false;
  const records = new Map(sealed);
  const key = ({ id, field }: RecordName): string => `${id}/${field}`;
  return {
    contents: () => contents,
    async change(change) {
      await Promise.resolve();
      if (locked) return fail({ code: 'vault_locked' });
      if (failure !== null) return fail(failure);
      contents = change.contents(contents);
      for (const { name, secret } of change.seal ?? []) {
        records.set(
          key(name),
          secret.use((bytes) => Buffer.from(bytes)),
        );
      }
      for (const name of droppedBy(change.drop, contents)) records.delete(key(name));
      saves += 1;
      return ok();
    },
    hasRecord: (name) => records.has(key(name)),
    openRecord(name) {
      const bytes = records.get(key(name));
      if (locked) return fail({ code: 'vault_locked' });
      if (bytes === undefined) return fail({ code: 'tampered' });
      return ok(SecretBytes.take(Buffer.from(bytes)));
    },
    fingerprint: (secret) =>
      secret.use((bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 8)),
    lock() {
      locked = true;
      return Promise.resolve();
    },
    failWith(next) {
      failure = next;
    },
    saves: () => saves,
    copy: () => createMemoryVault(contents, records),
  };
}
