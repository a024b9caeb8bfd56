// Remembers, sealed by the OS keystore outside the vault, the newest generation this machine has
// seen: an older file in its place is noticed (V9). Whoever rolls back both cannot be noticed offline.
// Never stands in the way: where the keystore or the disk refuses, there is no anchor and no warning.
import type { OsKeystore } from './vault.ts';
import { ID_BYTES } from './header.ts';
import { HASH_BYTES } from './primitives.ts';
import { probeKeystore } from './keystore.ts';
import { serial } from '../domain/limit.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import { wipeableBuffer } from '../domain/wipeable-buffer.ts';

/** Where the rollback anchor lies: outside the vault's file and directory. Bytes come sealed. */
export interface AnchorPlace {
  /** Null when there is none. Rejects with the file system's error. */
  readonly load: () => Promise<Buffer | null>;
  readonly store: (sealed: Buffer) => Promise<void>;
}

/** Keeps an older vault file from passing for the present one (V9). */
export interface RollbackGuard {
  readonly keystore: OsKeystore;
  readonly place: AnchorPlace;
}

/**
 * No vault is saved so often. What the keystore answers is not authenticated: a higher one would keep every later
 * save of an accepted older file from having a number at all.
 */
const MAX_GENERATION = 2 ** 47;

const ANCHOR_BYTES = ID_BYTES + 8 + HASH_BYTES;

/**
 * One file of one vault: its id as in the header, its generation, and the checksum at its end. Not
 * the header MAC: two bodies saved under one generation have the same header.
 */
export interface AnchoredState {
  readonly vaultId: string;
  readonly generation: number;
  readonly checksum: Buffer;
}

/** The newest generation that was seen, outside the vault. Without a keystore that protects, it remembers nothing. */
export class RollbackAnchor {
  readonly #guard: RollbackGuard | null;
  readonly #inTurn = serial();
  #waiting: AnchoredState | null = null;
  #usable: Promise<boolean> | null = null;
  /** The last that was asked for. */
  #asked: Promise<AnchoredState | null> = Promise.resolve(null);

  /** @param guard seals it and keeps it; null: nothing does. */
  constructor(guard: RollbackGuard | null) {
    this.#guard = guard;
  }

  /** Of this vault; null when nothing is known. Never rejects. */
  known(vaultId: string): Promise<AnchoredState | null> {
    this.#asked = this.#read(vaultId).catch(() => null);
    return this.#asked;
  }

  /** Remembers a durable state, soon; a newer one replaces one that waits. Never an older one than is known. */
  note(state: AnchoredState): void {
    this.#waiting = state;
    void this.#inTurn(async () => {
      const newest = this.#waiting;
      this.#waiting = null;
      // What cannot be remembered is not known later: no warning, and no harm.
      if (newest !== null) await this.#write(newest).catch(() => undefined);
    });
  }

  /** Resolves when nothing waits to be remembered. */
  readonly settled = (): Promise<void> => this.#inTurn(() => Promise.resolve());

  async #isUsable({ keystore }: RollbackGuard): Promise<boolean> {
    this.#usable ??= probeKeystore(keystore).then(({ ok }) => ok);
    return await this.#usable;
  }

  async #read(vaultId: string): Promise<AnchoredState | null> {
    const guard = this.#guard;
    const sealed = (await guard?.place.load()) ?? null;
    if (guard === null || sealed === null || !(await this.#isUsable(guard))) return null;
    const plain = await guard.keystore.open(sealed);
    const state = plain?.use(decode) ?? null;
    plain?.wipe();
    return state?.vaultId === vaultId ? state : null;
  }

  async #write(state: AnchoredState): Promise<void> {
    const guard = this.#guard;
    // SECURITY(V9): a keystore that answers after the unlock must not have forgotten by then what it knew.
    const known = await this.#asked;
    if (known?.vaultId === state.vaultId && isRolledBack(known, state)) return;
    if (guard === null || !(await this.#isUsable(guard))) return;
    const plain = encode(state);
    const sealed = await guard.keystore.seal(plain);
    plain.wipe();
    if (sealed !== null) await guard.place.store(sealed);
  }
}

/** True when `present` is not what came after `known`: older, or another of the same number. */
export function isRolledBack(known: AnchoredState | null, present: AnchoredState): boolean {
  if (known === null || present.generation > known.generation) return false;
  return present.generation < known.generation || !present.checksum.equals(known.checksum);
}

function encode({ vaultId, generation, checksum }: AnchoredState): SecretBytes {
  const plain = wipeableBuffer(ANCHOR_BYTES);
  plain.set(Buffer.from(vaultId, 'base64'));
  plain.writeBigUInt64BE(BigInt(generation), ID_BYTES);
  plain.set(checksum, ID_BYTES + 8);
  return SecretBytes.take(plain);
}

function decode(plain: Buffer): AnchoredState | null {
  if (plain.length !== ANCHOR_BYTES) return null;
  const generation = Number(plain.readBigUInt64BE(ID_BYTES));
  if (generation > MAX_GENERATION) return null;
  return {
    vaultId: plain.toString('base64', 0, ID_BYTES),
    generation,
    checksum: Buffer.from(plain.subarray(ID_BYTES + 8)),
  };
}
