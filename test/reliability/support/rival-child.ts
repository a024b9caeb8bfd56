// One of two processes that save into the same vault. Each counts in a token of its own; a save
// that is refused because the other one was faster is made again on what is there now.
// Arguments: directory, which token, how many saves.
import { type Argon2id, nativeArgon2id } from '../../../electron/main/vault/primitives.ts';
import { createVaultStore } from '../../../electron/main/vault/vault-store.ts';
import type { VaultContents } from '../../../electron/main/vault/vault.ts';
import { LOW_COST, PASSPHRASE, secret, valueOf, verdict } from '../../unit/vault/vault-samples.ts';

const [directory = '', which = '0', saves = '1'] = process.argv.slice(2);

/** The same slot is opened again and again: one real hash is enough. */
const known = new Map<string, Buffer>();
const rememberingArgon2id: Argon2id = async (message, salt, cost) => {
  const key = Buffer.from(salt).toString('hex');
  const hash = known.get(key) ?? (await nativeArgon2id(message, salt, cost));
  known.set(key, Buffer.from(hash));
  return Buffer.from(hash);
};

function counted({ tokens, ...rest }: VaultContents): VaultContents {
  const bump = (at: number, each: number): number => (at === Number(which) ? each + 1 : each);
  return {
    ...rest,
    tokens: tokens.map((token, at) => ({ ...token, sentAtMs: bump(at, token.sentAtMs) })),
  };
}

const refusals: Record<string, number> = {};
const options = { directory, kdf: LOW_COST, nowMs: Date.now, argon2id: rememberingArgon2id };
const store = createVaultStore(options);
let vault = valueOf(await store.open(secret(PASSPHRASE)));
for (let saved = 0; saved < Number(saves);) {
  const result = verdict(await vault.change({ contents: counted }));
  if (result === 'ok') {
    saved += 1;
    continue;
  }
  refusals[result] = (refusals[result] ?? 0) + 1;
  if (result !== 'changed_on_disk' && result !== 'locked_by_other') throw new Error(result);
  await vault.lock();
  vault = valueOf(await store.open(secret(PASSPHRASE)));
}
await vault.lock();
process.stdout.write(`${JSON.stringify(refusals)}\n`);
