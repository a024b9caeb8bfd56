// Runs on a small file system of its own: fills it to every level around the size of a save and
// saves. Prints a report; checks nothing that the report does not say.
import { readFileSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  LOW_COST,
  PASSPHRASE,
  contents,
  secret,
  valueOf,
  verdict,
} from '../../unit/vault/vault-samples.ts';
import { createVaultStore } from '../../../electron/main/vault/vault-store.ts';
import { stampOf, stamped } from './stamp.ts';

/** So many that a save needs tens of the steps in which the disk is filled. */
const CREDENTIALS = 240;

const mounted = process.argv[2] ?? '';
const directory = path.join(mounted, 'vault');
const ballast = path.join(mounted, 'ballast');
const problems: string[] = [];
let refused = 0;
let saved = 0;

const store = createVaultStore({ directory, kdf: LOW_COST, nowMs: Date.now });
const vault = valueOf(await store.create(secret(PASSPHRASE), stamped(contents(CREDENTIALS), 1)));
const file = path.join(directory, 'strongroom.vault');
const step = 4096;
let sizes = 0;

for (let free = 0; free < 90; free += 1) {
  for (const grown of [false, true]) {
    sizes += 1;
    writeBallast(free * step);
    const before = readFileSync(file);
    const stamp = 1000 + sizes;
    const result = await vault.change({
      contents: (each) => stamped(grown ? { ...each, ...moreTokens(each.tokens) } : each, stamp),
    });
    const names = readdirSync(directory).filter((name) => /\.(tmp-|lock)/.test(name));
    if (names.length > 0) problems.push(`${sizes}: left ${names.join()}`);
    if (result.ok) {
      saved += 1;
      if (stampOf(vault.contents()) !== stamp) problems.push(`${sizes}: not in memory`);
    } else {
      refused += 1;
      if (verdict(result) !== 'disk_full') problems.push(`${sizes}: ${verdict(result)}`);
      if (!readFileSync(file).equals(before)) problems.push(`${sizes}: old file changed`);
      if (stampOf(vault.contents()) === stamp) problems.push(`${sizes}: changed in memory`);
    }
    // Backups would use the space up for good: each size starts with the newest file alone.
    for (const name of readdirSync(directory)) {
      if (name.includes('.bak-')) rmSync(path.join(directory, name));
    }
  }
}
rmSync(ballast);
const last = stampOf(vault.contents());
await vault.lock();
const opened = valueOf(await store.open(secret(PASSPHRASE)));
if (stampOf(opened.contents()) !== last) problems.push('the last acknowledged save is not there');
process.stdout.write(JSON.stringify({ sizes, refused, saved, problems }));

function moreTokens<T extends { readonly id: string }>(tokens: readonly T[]): { tokens: T[] } {
  const more = tokens.slice(0, 3).map((token, index) => ({ ...token, id: `${sizes}-${index}` }));
  return { tokens: [...tokens, ...more] };
}

/** Fills the file system until about `free` bytes are left. */
function writeBallast(free: number): void {
  rmSync(ballast, { force: true });
  const { bavail, bsize } = statfsSync(mounted);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - free)));
}
