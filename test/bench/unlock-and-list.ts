// A whole process that unlocks the vault in a folder with the passphrase on its standard input and lists
// the labels, or changes one of them first: what the bench runs beside keepassxc-cli.
// Usage: node unlock-and-list.js <folder> [new label of the sixth credential]
import { readFileSync } from 'node:fs';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { createVaultStore } from '../../electron/main/vault/store/vault-store.ts';

const [directory = '', label] = process.argv.slice(2);
const typed = readFileSync(0, 'utf8').trimEnd();
const store = createVaultStore({ directory, nowMs: Date.now });
const opened = await store.open(SecretBytes.take(Buffer.from(typed)));
if (!opened.ok) throw new Error(opened.failure.code);
const vault = opened.value;
if (label !== undefined) {
  const saved = await vault.change({
    contents: (before) => ({
      ...before,
      credentials: before.credentials.map((each, at) => (at === 5 ? { ...each, label } : each)),
    }),
  });
  if (!saved.ok) throw new Error(saved.failure.code);
}
const labels = vault.contents().credentials.map((each) => each.label);
await vault.lock();
process.stdout.write(`${labels.join('\n')}\n`);
