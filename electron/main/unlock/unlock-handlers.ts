// The contract's calls about the ways into the vault. Turning the system's keystore on or off is asked about in a dialog
// of main, which says what it protects against and what not; so is opening with it, where nobody has pressed anything.
import { fail, ok } from '../domain/result.ts';
import type { Question } from '../secret-input/ports.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import type { Handlers } from '../ipc/serve-contract.ts';

const turnOn: Question = {
  message: 'Let the system keystore open this vault?',
  detail:
    'It protects against whoever has the file but cannot log in to the system as you; it does not ' +
    'protect against programs that run as you, which may ask the keystore for the key. The ' +
    'passphrase keeps working.',
  choices: ['Use the system keystore'],
  serious: false,
};

const turnOff: Question = {
  message: 'Stop opening this vault with the system keystore?',
  detail:
    'The passphrase is needed every time from then on. Backups made until now can still be opened ' +
    'with the keystore until newer ones take their place.',
  choices: ['Stop using the keystore'],
  serious: false,
};

/** For whoever has pressed nothing in the window, as some assistive programs do, and for a page gone hostile. */
const OPEN_IT: Question = {
  message: 'Open the vault with the system keystore?',
  detail:
    'The window asks for it, and no key or button was pressed in it just now. If you did not ask for it ' +
    'yourself, cancel.',
  choices: ['Open the vault'],
  serious: false,
};

export function createKeystoreHandlers({
  vaultSession,
  keystoreUnlock,
  realInput,
}: HandlerPorts): Pick<
  Handlers,
  'keystoreCurrent' | 'keystoreUnlockChange' | 'vaultUnlockByKeystore'
> {
  return {
    async keystoreCurrent() {
      return ok({ refusal: await keystoreUnlock.refusal() });
    },
    keystoreUnlockChange: {
      ask({ on }) {
        if (vaultSession.opened() === null) return fail({ code: 'vault_locked' });
        return ok(on ? turnOn : turnOff);
      },
      act: ({ on }) => (on ? keystoreUnlock.turnOn() : keystoreUnlock.turnOff()),
    },
    vaultUnlockByKeystore: {
      // A lock stands against the page too: it does not undo one by itself.
      ask: () => ok(realInput.isPressed() ? null : OPEN_IT),
      act: () => keystoreUnlock.unlock(),
    },
  };
}

export function createVaultHandlers(
  ports: HandlerPorts,
): Pick<
  Handlers,
  | 'vaultCreate'
  | 'vaultChangePassphrase'
  | 'vaultUpgradeKdf'
  | 'vaultMakeRecoveryKey'
  | 'vaultUnlockWithRecoveryKey'
  | 'vaultReplaceDataKey'
> {
  const { unlockMethods, backups, dialogs, vaultSession } = ports;
  return {
    async vaultCreate() {
      const found = backups.state().found;
      // An empty vault in the place of one that is missing must not look like that one.
      if (found !== null && (await dialogs.ask(besideBackups(found.count))) === null) {
        return ok('cancelled');
      }
      return await vaultSession.create();
    },
    vaultChangePassphrase: () => unlockMethods.changePassphrase(),
    vaultUpgradeKdf: () => unlockMethods.upgradeKdf(),
    vaultReplaceDataKey: {
      ask: () => unlockMethods.questionAboutDataKey(),
      act: () => unlockMethods.replaceDataKey(),
    },
    vaultMakeRecoveryKey: () => unlockMethods.makeRecoveryKey(),
    vaultUnlockWithRecoveryKey: () => unlockMethods.unlockWithRecoveryKey(),
  };
}

function besideBackups(count: number): Question {
  const those = count === 1 ? 'the backup' : `the ${count} backups`;
  return {
    message: `Make a new, empty vault beside ${those}?`,
    detail:
      `Nothing of what is in ${count === 1 ? 'it' : 'them'} will be in the new vault. ` +
      'Nothing is deleted: under Settings, Backups, an earlier vault can still take the place of ' +
      'the new one.',
    choices: ['Make a new vault'],
    serious: true,
  };
}
