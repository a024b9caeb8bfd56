// Wrote the golden vault of a format version, once: `node test/reliability/golden/make-golden.ts 1`.
// A golden vault is never written again; a new minor version gets files of its own.
import { existsSync, writeFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeHeader } from '../../../electron/main/vault/format/header.ts';
import { splitFrame } from '../../../electron/main/vault/format/frame.ts';
import { createIndexWriter } from '../../../electron/main/vault/format/index-writer.ts';
import { createPace } from '../../../electron/main/vault/keys/yield-to-loop.ts';
import { sealRecord } from '../../../electron/main/vault/format/record-seal.ts';
import { recordsOf } from '../../../electron/main/vault/format/sealed-records.ts';
import { sealVaultFile } from '../../../electron/main/vault/store/vault-file.ts';
import { createVaultKeys } from '../../../electron/main/vault/keys/vault-keys.ts';
import { secret, temporaryStore, valueOf } from '../../unit/vault/store/vault-samples.ts';
import { dataKeyOf } from '../support/vault-bytes.ts';
import { goldenContents, goldenRecords, otherSlots } from './golden-samples.ts';

const version = process.argv[2] ?? '';
const base = path.join(import.meta.dirname, `version-${version}`);
if (version === '' || existsSync(`${base}.vault`))
  throw new Error(`there is ${base}.vault already`);

const passphrase = 'Golden caf\u00e9 \ufb01le of the first version';
using store = temporaryStore({ kdf: { memoryKib: 65_536, iterations: 3, parallelism: 1 } });
await valueOf(await store.create(secret(passphrase), goldenContents)).lock();
const created = readFileSync(store.file);
const frame = valueOf(await splitFrame(created, createPace()));
const header = valueOf(decodeHeader(frame.header));
const keys = createVaultKeys(
  await dataKeyOf(created, passphrase),
  Buffer.from(header.vaultId, 'base64'),
);
const records = recordsOf(
  goldenRecords.map(({ name, text }, index) => sealRecord(keys, name, index + 1, secret(text))),
);
const state = {
  header: { ...header, generation: 4711, slots: [...header.slots, ...otherSlots] },
  contents: goldenContents,
  records,
};
const file = valueOf(await sealVaultFile(state, keys, createIndexWriter(), createPace()));
writeFileSync(`${base}.vault`, file);
const expected = {
  passphrase,
  header: state.header,
  contents: goldenContents,
  records: goldenRecords,
};
writeFileSync(`${base}.json`, `${JSON.stringify(expected, null, 2)}\n`);
