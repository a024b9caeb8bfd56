// The contract's calls about the ways into the vault, and about locking it. Turning the system's keystore on or off is asked about in a dialog
// of main, which says what it protects against and what not; so is opening with it, where nobody has pressed anything.
import type { BackupRestoring } from '../backups/backup-rescue.ts';
import { fail, ok } from '../domain/result.ts';
import type { HandlerParts } from '../ipc/handler-parts.ts';
import { ifOpen } from '../ipc/while-open.ts';
import { handlersOf } from '../ipc/serve-contract.ts';
import type { AutoLock } from '../protection/auto-lock.ts';
import type { RealInput } from '../protection/real-input.ts';
import type { Question } from '../secret-input/ports.ts';
import type { ExitGuard } from '../session/exit-guard.ts';
import type { SessionServices } from '../session/session-services.ts';
import type { VaultSession } from '../session/vault-session.ts';
import type { UnlockMethods } from './unlock-methods.ts';

const turnOn: Question = {
  message: 'Let the system keystore open this vault?',
  detail:
    'It protects against whoever has the file but cannot log in as you. It does not protect ' +
    'against programs that run as you. They may ask the keystore for the key. The passphrase ' +
    'keeps working.',
  choices: ['Use the system keystore'],
};

const turnOff: Question = {
  message: 'Stop opening this vault with the system keystore?',
  detail:
    'The passphrase is needed every time from then on. The keystore still opens the ' +
    'backups made until now, until newer ones take their place.',
  choices: ['Stop using the keystore'],
};

/** For whoever has pressed nothing in the window, as some assistive programs do, and for a page gone hostile. */
const OPEN_IT: Question = {
  message: 'Open the vault with the system keystore?',
  detail:
    'The window asks for it. No key or button was pressed in it just now. If you did not ask for it ' +
    'yourself, cancel.',
  choices: ['Open the vault'],
};

/** For whoever answers the warning without a key or a pointer, as some assistive programs do. */
const STAY_OPEN: Question = {
  message: 'Keep the vault open?',
  detail: 'It is about to lock, since nobody has used it for a while.',
  choices: ['Keep it open'],
};

interface Parts extends Pick<HandlerParts<SessionServices>, 'dialogs'> {
  readonly vaultSession: VaultSession;
  readonly exitGuard: Pick<ExitGuard, 'lock'>;
  readonly autoLock: Pick<AutoLock, 'used' | 'state'>;
  readonly realInput: Pick<RealInput, 'isRecent' | 'isPressed'>;
  readonly backups: Pick<BackupRestoring, 'state'>;
  readonly unlockMethods: UnlockMethods;
}

export const unlockHandlers = (parts: Parts) => ({
  ...lockHandlers(parts),
  ...keystoreHandlers(parts),
  ...methodHandlers(parts),
});

function lockHandlers({ vaultSession, exitGuard, autoLock, realInput }: Parts) {
  const lookAgain = ifOpen(vaultSession, ({ wake }) => wake());
  return handlersOf({
    vaultUnlock: () => vaultSession.unlock(),
    vaultOpenInMemory: () => vaultSession.openInMemory(),
    vaultLock: async () => ok((await exitGuard.lock()) ? 'done' : 'cancelled'),
    vaultKeepOpen: {
      ask: () => ok(autoLock.state().warning && !realInput.isRecent() ? STAY_OPEN : null),
      act() {
        if (autoLock.state().warning) autoLock.used();
        return ok();
      },
    },
    networkBack: lookAgain,
    clockSet: lookAgain,
  });
}

function keystoreHandlers({ vaultSession, unlockMethods, realInput }: Parts) {
  return handlersOf({
    async keystoreCurrent() {
      return ok({ refusal: await unlockMethods.keystoreRefusal() });
    },
    keystoreUnlockChange: {
      ask({ on }) {
        if (vaultSession.opened() === null) return fail({ code: 'vault_locked' });
        return ok(on ? turnOn : turnOff);
      },
      act: ({ on }) => (on ? unlockMethods.turnKeystoreOn() : unlockMethods.turnKeystoreOff()),
    },
    vaultUnlockByKeystore: {
      // A lock stands against the page too: it does not undo one by itself.
      ask: () => ok(realInput.isPressed() ? null : OPEN_IT),
      act: () => unlockMethods.unlockWithKeystore(),
    },
  });
}

function methodHandlers({ unlockMethods, backups, dialogs, vaultSession }: Parts) {
  return handlersOf({
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
  });
}

function besideBackups(count: number): Question {
  const those = count === 1 ? 'the backup' : `the ${count} backups`;
  return {
    message: `Make a new, empty vault beside ${those}?`,
    detail:
      `Nothing of what is in ${count === 1 ? 'it' : 'them'} will be in the new vault. ` +
      'Nothing is deleted. Under Settings, Backups, an earlier vault can still take the place of ' +
      'the new one.',
    choices: ['Make a new vault'],
    serious: true,
  };
}
