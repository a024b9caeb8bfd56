// Opening the vault with the system's keystore.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import type { SlotFacts } from '../../../electron/main/vault/header.ts';
import { createTestWays, PRESENT } from '../../support/test-ways.ts';
import { stubKeystore } from '../vault/keystore-stub.ts';

const PASSPHRASE: SlotFacts = { id: 'a', type: 'pw' };
const KEYSTORE: SlotFacts = { id: 'b', type: 'os' };

async function around(
  typed: readonly string[],
  keystore = stubKeystore(),
  slots: readonly SlotFacts[] = [PASSPHRASE],
) {
  const changed: string[] = [];
  const change = (what: string) => {
    changed.push(what);
    return Promise.resolve(ok());
  };
  const given = {
    slots: () => slots,
    addKeystoreSlot: () => change('add'),
    removeSlot: (id: string) => change(`remove ${id}`),
  };
  return { ...(await createTestWays(typed, given, keystore)), changed };
}

describe('turning keystore unlock on', () => {
  it('asks for the present passphrase first', async () => {
    const { ways, asked, changed, told } = await around(['wrong', PRESENT]);
    expect(await ways.turnKeystoreOn()).toEqual(ok('done'));
    expect([asked.length, changed, told]).toEqual([2, ['add'], ['keystore_turned_on']]);
  });

  it('changes nothing when the person gives up', async () => {
    const { ways, changed } = await around(['wrong']);
    expect(await ways.turnKeystoreOn()).toEqual(ok('cancelled'));
    expect(changed).toEqual([]);
  });

  it.each([
    ['os_keystore_insecure', { prefix: 'v10' }],
    ['os_keystore_unavailable', { refuses: true }],
  ] as const)('is refused with %s before anything is asked', async (code, change) => {
    const keystore = stubKeystore();
    Object.assign(keystore.now, change);
    const { ways, asked } = await around([PRESENT], keystore);
    expect(await ways.turnKeystoreOn()).toEqual(fail({ code }));
    expect(await ways.keystoreRefusal()).toEqual({ code });
    expect(asked).toEqual([]);
  });

  it('needs an open vault', async () => {
    const { ways, lock } = await around([PRESENT]);
    lock();
    expect(await ways.turnKeystoreOn()).toEqual(fail({ code: 'vault_locked' }));
  });
});

describe('turning it off', () => {
  it('removes the slot of the keystore alone', async () => {
    const { ways, changed, told } = await around([], stubKeystore(), [PASSPHRASE, KEYSTORE]);
    expect(await ways.turnKeystoreOff()).toEqual(ok());
    expect([changed, told]).toEqual([['remove b'], ['keystore_turned_off']]);
  });

  it('says when there is none', async () => {
    const { ways } = await around([]);
    expect(await ways.turnKeystoreOff()).toEqual(fail({ code: 'slot_missing' }));
  });
});

describe('opening with it', () => {
  it('answers a keystore that turned into another one as a failure of its own', async () => {
    const { ways, done, lock } = await around([]);
    lock();
    expect(await ways.unlockWithKeystore()).toEqual(fail({ code: 'os_keystore_changed' }));
    expect(done).toEqual(['opening']);
  });

  it('opens no vault that is open beside itself', async () => {
    const { ways, done } = await around([]);
    expect((await ways.unlockWithKeystore()).ok).toBe(true);
    expect(done).toEqual([]);
  });
});
