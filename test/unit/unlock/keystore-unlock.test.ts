// Opening the vault with the system's keystore.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { NO_CONTENTS } from '../../../electron/main/vault/vault.ts';
import type { SlotFacts } from '../../../electron/main/vault/header.ts';
import { createAttemptDelay } from '../../../electron/main/session/attempt-delay.ts';
import { createKeystoreUnlock } from '../../../electron/main/unlock/keystore-unlock.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { unlockedOver } from '../../support/fake-vault-store.ts';
import { createMemoryVault } from '../../support/memory-vault.ts';
import { stubKeystore, type StubKeystore } from '../vault/keystore-stub.ts';
import { fakePrompt } from '../../support/fake-prompt.ts';

const RIGHT = 'the right one';
const PASSPHRASE: SlotFacts = { id: 'a', type: 'pw' };
const KEYSTORE: SlotFacts = { id: 'b', type: 'os' };

function around(given: {
  readonly typed?: readonly string[];
  readonly keystore?: StubKeystore;
  readonly slots?: readonly SlotFacts[];
  readonly locked?: boolean;
}) {
  const { typed = [], keystore = stubKeystore() } = given;
  const { slots = [PASSPHRASE], locked = false } = given;
  const steps: string[] = [];
  const rest = [...typed];
  const memory = createMemoryVault(NO_CONTENTS);
  const vault = unlockedOver(memory, {
    slots: () => slots,
    checkPassphrase: (secret) =>
      Promise.resolve(
        secret.use((bytes) => bytes.toString()) === RIGHT
          ? ok()
          : fail({ code: 'wrong_passphrase' }),
      ),
    addKeystoreSlot() {
      steps.push('add');
      return Promise.resolve(ok());
    },
    removeSlot(id) {
      steps.push(`remove ${id}`);
      return Promise.resolve(ok());
    },
  });
  const unlock = createKeystoreUnlock({
    keystore,
    store: {
      openWithKeystore: () => Promise.resolve(fail({ code: 'os_keystore_changed' })),
    },
    history: { tell: (what) => void steps.push(what) },
    vaultSession: {
      opened: () => (locked ? null : vault),
      async openBy(work) {
        const opened = await work({
          answered: () => undefined,
          isOver: () => false,
          opening: () => void steps.push('opening'),
        });
        return opened.ok ? ok('done') : opened;
      },
    },
    prompt: fakePrompt(() => {
      steps.push('ask');
      const next = rest.shift();
      return Promise.resolve(next === undefined ? null : SecretBytes.take(Buffer.from(next)));
    }),
    delay: createAttemptDelay(createFakeClock()),
    changed: () => undefined,
  });
  return { unlock, steps };
}

describe('turning keystore unlock on', () => {
  it('asks for the present passphrase first', async () => {
    const { unlock, steps } = around({ typed: ['wrong', RIGHT] });
    expect(await unlock.turnOn()).toEqual(ok('done'));
    expect(steps).toEqual(['ask', 'ask', 'add', 'keystore_turned_on']);
  });

  it('changes nothing when the person gives up', async () => {
    const { unlock, steps } = around({ typed: ['wrong'] });
    expect(await unlock.turnOn()).toEqual(ok('cancelled'));
    expect(steps).not.toContain('add');
  });

  it.each([
    ['os_keystore_insecure', { prefix: 'v10' }],
    ['os_keystore_unavailable', { refuses: true }],
  ] as const)('is refused with %s before anything is asked', async (code, change) => {
    const keystore = stubKeystore();
    Object.assign(keystore.now, change);
    const { unlock, steps } = around({ typed: [RIGHT], keystore });
    expect(await unlock.turnOn()).toEqual(fail({ code }));
    expect(await unlock.refusal()).toEqual({ code });
    expect(steps).toEqual([]);
  });

  it('needs an open vault', async () => {
    const { unlock } = around({ typed: [RIGHT], locked: true });
    expect(await unlock.turnOn()).toEqual(fail({ code: 'vault_locked' }));
  });
});

describe('turning it off', () => {
  it('removes the slot of the keystore alone', async () => {
    const { unlock, steps } = around({ slots: [PASSPHRASE, KEYSTORE] });
    expect(await unlock.turnOff()).toEqual(ok('done'));
    expect(steps).toEqual(['remove b', 'keystore_turned_off']);
  });

  it('says when there is none', async () => {
    expect(await around({}).unlock.turnOff()).toEqual(fail({ code: 'slot_missing' }));
  });
});

describe('the locked vault', () => {
  it('answers a keystore that turned into another one as a failure of its own', async () => {
    const { unlock, steps } = around({ locked: true });
    expect(await unlock.unlock()).toEqual(fail({ code: 'os_keystore_changed' }));
    expect(steps).toEqual(['opening']);
  });
});

describe('a vault that is open', () => {
  it('is not opened again beside itself', async () => {
    const { unlock, steps } = around({});
    expect((await unlock.unlock()).ok).toBe(true);
    expect(steps).toEqual([]);
  });
});
