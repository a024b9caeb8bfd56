// Writes the golden vault anew, as the format document and golden-samples.ts say it is now:
// `node test/reliability/golden/make-golden.ts`. Made through the app itself, so that its recovery key and keystore
// slot open. From the first release on it is never written again.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openFile, sealVaultFile } from '../../../electron/main/vault/file.ts';
import { ok } from '../../../electron/main/domain/result.ts';
import { stubKeystore } from '../../unit/vault/keystore-stub.ts';
import {
  secret,
  temporaryStore,
  textOf,
  valueOf,
  recoveryKeyOf,
} from '../../unit/vault/vault-samples.ts';
import { dataKeyOf } from '../support/vault-bytes.ts';
import { goldenContents, goldenRecords } from './golden-samples.ts';

const passphrase = 'Golden caf\u00e9 \ufb01le of the first version';
const keystore = stubKeystore();
using store = temporaryStore({ kdf: { memoryKib: 65_536, iterations: 3, parallelism: 1 } });
const vault = valueOf(await store.create(secret(passphrase), goldenContents));
const seal = goldenRecords.map(({ name, text }) => ({ name, secret: secret(text) }));
valueOf(await vault.change({ contents: (before) => before, seal }));
valueOf(await vault.addKeystoreSlot(keystore));
const recoveryKey = textOf(await recoveryKeyOf(vault));
await vault.lock();

const saved = readFileSync(store.file);
const dataKey = await dataKeyOf(saved, passphrase);
const { keys, state } = valueOf(await openFile(saved, () => Promise.resolve(ok(dataKey))));
const header = { ...state.header, generation: 4711 };
const file = valueOf(sealVaultFile({ ...state, header }, keys));
const keystoreKey = keystore.now.key.toString('hex');
const base = path.join(import.meta.dirname, 'version-1');
writeFileSync(`${base}.vault`, file);
const ways = { passphrase, recoveryKey, keystoreKey, header };
writeFileSync(`${base}.json`, `${JSON.stringify(ways, null, 2)}\n`);
