// Wrote the golden vault with every way in, once: `node test/reliability/golden/make-golden-ways-in.ts`.
// Made through the app itself, so that its recovery key and keystore slot open for ever.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { splitFrame } from '../../../electron/main/vault/format/frame.ts';
import { decodeHeader } from '../../../electron/main/vault/format/header.ts';
import { createPace } from '../../../electron/main/vault/keys/yield-to-loop.ts';
import { stubKeystore } from '../../unit/vault/keys/keystore-stub.ts';
import { secret, temporaryStore, textOf, valueOf } from '../../unit/vault/store/vault-samples.ts';
import { goldenContents, goldenRecords } from './golden-samples.ts';

const base = path.join(import.meta.dirname, 'version-1-ways-in');
if (existsSync(`${base}.vault`)) throw new Error(`there is ${base}.vault already`);

const passphrase = 'Golden vault with every way in';
const keystore = stubKeystore();
using store = temporaryStore();
const vault = valueOf(await store.create(secret(passphrase), goldenContents));
const seal = goldenRecords.map(({ name, text }) => ({ name, secret: secret(text) }));
valueOf(await vault.change({ contents: (before) => before, seal }));
valueOf(await vault.addKeystoreSlot(keystore));
const recoveryKey = textOf(valueOf(await vault.createRecoveryKey()));
await vault.lock();

const file = readFileSync(store.file);
const frame = valueOf(await splitFrame(file, createPace()));
const header = valueOf(decodeHeader(frame.header));
const keystoreKey = keystore.now.key.toString('hex');
const contents = goldenContents;
const expected = { passphrase, recoveryKey, keystoreKey, header, contents, records: goldenRecords };
writeFileSync(`${base}.vault`, file);
writeFileSync(`${base}.json`, `${JSON.stringify(expected, null, 2)}\n`);
