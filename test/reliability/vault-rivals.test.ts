// R18, V15: two processes saving into one vault. Whoever comes second is refused and never
// overwrites; after merging, no update of either is lost.
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  PASSPHRASE,
  contents,
  secret,
  temporaryStore,
  valueOf,
} from '../unit/vault/vault-samples.ts';
import { runChild } from './support/children.ts';
import { figureHolds } from './support/figures.ts';

const SAVES_EACH = 300;

describe('two processes with one vault', () => {
  it('V15 lose no update', async () => {
    using store = temporaryStore();
    const zeroed = contents(2).tokens.map((token) => ({ ...token, sentAtMs: 0 }));
    const start = { ...contents(2), tokens: zeroed };
    await valueOf(await store.create(secret(PASSPHRASE), start)).lock();

    const run = (which: number) =>
      runChild('rival-child.ts', [store.directory, String(which), String(SAVES_EACH)]);
    const ends = await Promise.all([run(0), run(1)]);
    expect(ends).toMatchObject([
      { code: 0, errors: '' },
      { code: 0, errors: '' },
    ]);
    console.log(`2 x ${SAVES_EACH} saves, refused:`, ...ends.map(({ lines }) => lines[0]));

    const vault = valueOf(await store.open(secret(PASSPHRASE)));
    const counted = vault.contents().tokens.map((token) => token.sentAtMs);
    expect(counted).toEqual([SAVES_EACH, SAVES_EACH]);
    figureHolds('R18', 'saves of two processes into one vault', 2 * SAVES_EACH);
    await vault.lock();
    expect(readdirSync(store.directory).filter((name) => /lock|tmp/.test(name))).toEqual([]);
  });
});
