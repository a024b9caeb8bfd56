// The keys of the history while the vault is open, and what is left of them after.
import { describe, expect, it } from 'vitest';
import { createKeyring } from '../../../electron/main/history/keyring.ts';
import { NO_CONTENTS } from '../../../electron/main/vault/store/vault.ts';
import { createMemoryVault } from '../../support/memory-vault.ts';

const PREVIOUS = Buffer.alloc(32, 1);
const ROW = Buffer.from('a row');
const empty = () => createKeyring(createMemoryVault(NO_CONTENTS));

describe('the keyring', () => {
  it('opens nothing that it sealed once it is wiped', () => {
    const keyring = empty();
    const { keys } = keyring.make();
    const sealed = keys.seal(1, PREVIOUS, ROW);
    expect(keys.open(1, PREVIOUS, sealed)).toEqual(ROW);
    keyring.wipe();
    expect(keys.open(1, PREVIOUS, sealed)).toBeNull();
  });

  it('gives no key that works once it is wiped', () => {
    const [one, other] = [empty(), empty()];
    const alive = one.make().keys.link(1, PREVIOUS, ROW);
    expect(other.make().keys.link(1, PREVIOUS, ROW)).not.toEqual(alive);
    for (const keyring of [one, other]) keyring.wipe();
    const [late, another] = [one.make(), other.make()];
    expect(late.keys.link(1, PREVIOUS, ROW)).toEqual(another.keys.link(1, PREVIOUS, ROW));
  });
});
