// An open vault for unit tests that saves nothing: the same promises as the real one, and saves that fail on
// demand.
import { createHash, randomBytes } from 'node:crypto';
import { fail, ok, type Result } from '../../electron/main/domain/result.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import {
  droppedBy,
  type RecordName,
  type VaultChange,
  type VaultContents,
  type VaultFailure,
  type VaultHooks,
} from '../../electron/main/vault/vault.ts';
import type { OpenVault } from '../../electron/main/vault/unlocked-vault.ts';

export interface MemoryVault extends OpenVault {
  /** Every later save fails with this, until null. */
  failWith: (failure: VaultFailure | null) => void;
  readonly saves: () => number;
  /**
   * Replaces the data key, as far as others see of it.
   * @param end `killed` as soon as it is saved: nobody is told.
   */
  readonly rekey: (end?: 'killed') => Promise<Result<void, VaultFailure>>;
  /** What a lock begins with, and no lock: the vault can be opened again. */
  readonly endSession: () => Promise<void>;
  /** A vault of its own with what is saved by now, as a kill at this moment leaves it. */
  readonly copy: () => MemoryVault;
}

export function createMemoryVault(
  initial: VaultContents,
  sealed: ReadonlyMap<string, Buffer> = new Map(),
  firstKey: Buffer = Buffer.alloc(32, 1),
  /** As the one of *Without saving*. */
  inMemory = false,
): MemoryVault {
  let dataKey = firstKey;
  let contents = initial;
  let failure: VaultFailure | null = null;
  let saves = 0;
  let locked = false;
  let hooks: VaultHooks = {};
  const records = new Map(sealed);
  const key = ({ id, field }: RecordName): string => `${id}/${field}`;

  async function change(wanted: VaultChange): Promise<Result<void, VaultFailure>> {
    await Promise.resolve();
    if (locked) return fail({ code: 'vault_locked' });
    const changed = wanted.contents(contents);
    const anchor = changed === contents ? null : (hooks.anchor?.() ?? null);
    const next = anchor === null ? changed : { ...changed, history: anchor };
    if (failure !== null) return fail(failure);
    contents = next;
    for (const { name, secret } of wanted.seal ?? []) {
      records.set(
        key(name),
        secret.use((bytes) => Buffer.from(bytes)),
      );
    }
    for (const name of droppedBy(wanted.drop, contents)) records.delete(key(name));
    saves += 1;
    return ok();
  }

  return {
    inMemory,
    contents: () => contents,
    change,
    hook(more) {
      hooks = { ...hooks, ...more };
    },
    deriveKey: (label) => ok(derived(dataKey, label)),
    async rekey(end) {
      const next = randomBytes(32);
      const moved = (await hooks.rekeying?.((label) => derived(next, label))) ?? ok(null);
      if (!moved.ok) return moved;
      if (failure !== null) {
        await moved.value?.settle(false);
        return fail(failure);
      }
      dataKey = next;
      contents = { ...contents, history: moved.value?.anchor ?? null };
      if (end !== 'killed') await moved.value?.settle(true);
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
      const wipe = (): void => {
        hooks.wiping?.();
        locked = true;
      };
      if (hooks.beforeLock !== undefined) return hooks.beforeLock().then(wipe);
      wipe();
      return Promise.resolve();
    },
    endSession: async () => hooks.beforeLock?.(),
    failWith(next) {
      failure = next;
    },
    saves: () => saves,
    copy: () => createMemoryVault(contents, records, dataKey),
  };
}

const derived = (dataKey: Buffer, label: string): SecretBytes =>
  SecretBytes.take(createHash('sha256').update(dataKey).update(label).digest());
