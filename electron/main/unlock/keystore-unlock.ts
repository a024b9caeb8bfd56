// Opening the vault with the system's keystore: opt-in, after the passphrase was proved, and never the
// only way in. Refused where the keystore protects nothing (S13, V18); a keystore that turned into
// another one is a failure of its own, and the passphrase still opens the vault.
import type { Failure } from '../../shared/failures/failure.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SecretPrompt } from '../secret-input/ports.ts';
import { probeKeystore } from '../vault/keystore.ts';
import type { OsKeystore } from '../vault/vault.ts';
import type { VaultStore } from '../vault/vault-store.ts';
import type { AttemptDelay } from '../session/attempt-delay.ts';
import type { HistorySession } from '../history/history-session.ts';
import type { VaultSession } from '../session/vault-session.ts';
import { createPassphraseQuestions } from '../session/passphrase-prompts.ts';

export type KeystoreUnlock = ReturnType<typeof createKeystoreUnlock>;

interface KeystoreUnlockPorts {
  readonly keystore: OsKeystore;
  readonly store: Pick<VaultStore, 'openWithKeystore'>;
  readonly vaultSession: Pick<VaultSession, 'opened' | 'openBy'>;
  readonly prompt: SecretPrompt;
  readonly delay: AttemptDelay;
  readonly history: Pick<HistorySession, 'tell'>;
  readonly changed: () => void;
}

export function createKeystoreUnlock(ports: KeystoreUnlockPorts) {
  const { keystore, store } = ports;
  const questions = createPassphraseQuestions(ports);
  let busy = false;

  /** Why it cannot be turned on here, found out by sealing a probe; null when it can. */
  async function refusal(): Promise<Failure | null> {
    const probed = await probeKeystore(keystore);
    return probed.ok ? null : probed.failure;
  }

  async function turnOn(): Promise<Result<'done' | 'cancelled', Failure>> {
    const vault = ports.vaultSession.opened();
    if (vault === null) return fail({ code: 'vault_locked' });
    const refused = await refusal();
    if (refused !== null) return fail(refused);
    // Whoever found this window open must not give themselves a way in for later.
    const proved = await questions.provePresent(
      vault,
      'to let the system keystore open this vault',
    );
    if (!proved.ok || proved.value === 'cancelled') return proved;
    const added = await vault.addKeystoreSlot(keystore);
    if (added.ok) ports.history.tell('keystore_turned_on');
    ports.changed();
    return added.ok ? ok('done') : added;
  }

  return {
    refusal,
    async turnOn(): Promise<Result<'done' | 'cancelled', Failure>> {
      if (busy) return fail({ code: 'in_use', facts: { about: 'call' } });
      busy = true;
      try {
        return await turnOn();
      } finally {
        busy = false;
      }
    },
    async turnOff(): Promise<Result<'done', Failure>> {
      const vault = ports.vaultSession.opened();
      if (vault === null) return fail({ code: 'vault_locked' });
      const slot = vault.slots().find(({ type }) => type === 'os');
      if (slot === undefined) return fail({ code: 'slot_missing' });
      const removed = await vault.removeSlot(slot.id);
      if (removed.ok) ports.history.tell('keystore_turned_off');
      ports.changed();
      return removed.ok ? ok('done') : removed;
    },
    unlock: (): Promise<Result<'done' | 'cancelled', Failure>> =>
      ports.vaultSession.openBy(async ({ opening }) => {
        // A vault that is open is not opened beside itself: the first would be locked by nobody.
        if (ports.vaultSession.opened() !== null) return ok(null);
        opening();
        return await store.openWithKeystore(keystore);
      }),
  };
}
