// What the handlers of the contract are given to work with.
import type { Failure } from '../../shared/failures/failure.ts';
import type { EventPayload } from '../../shared/ipc-contract.ts';
import type { AboutView } from '../../shared/desktop/desktop-calls.ts';
import type { PanesView, SettingsView } from '../../shared/protection/protection-view.ts';
import type { ViewUpdate } from '../../shared/view-update.ts';
import type { Theme } from '../../shared/words.ts';
import type { AlertSettings } from '../domain/alert-settings.ts';
import type { ProtectionChange } from '../domain/protection-settings.ts';
import type { Result } from '../domain/result.ts';
import type { AuthorityFiles } from '../secret-input/authority-file.ts';
import type { Dialogs } from '../secret-input/ports.ts';
import type { SecretInput } from '../secret-input/secret-input.ts';
import type { TokenClipboard } from '../secret-input/token-clipboard.ts';
import type { AutoLock } from '../protection/auto-lock.ts';
import type { BackupRestoring } from '../backups/backup-rescue.ts';
import type { HistorySession } from '../history/history-session.ts';
import type { KeystoreUnlock } from '../unlock/keystore-unlock.ts';
import type { ExitGuard } from '../session/exit-guard.ts';
import type { SavedFile } from './saved-file.ts';
import type { Drills } from '../practice/drills/drills.ts';
import type { VaultSession } from '../session/vault-session.ts';
import type { PracticeSession } from '../practice/practice-session.ts';
import type { RealInput } from '../protection/real-input.ts';
import type { UnlockMethods } from '../unlock/unlock-methods.ts';
import type { SingleActs } from './single-acts.ts';

/** The settings as the handlers change them. */
export interface Settings {
  readonly current: () => SettingsView;
  readonly change: (
    change: ProtectionChange & {
      readonly theme?: Theme | undefined;
      readonly keepInTray?: boolean | undefined;
      readonly alerts?: AlertSettings | undefined;
      readonly panes?: PanesView | undefined;
    },
  ) => Result<void, Failure>;
}

/** Has the system start the app at login. */
interface LoginStartSwitch {
  /** `login_start_failed`, `login_start_held_back`, `not_allowed` where it is not offered. */
  readonly set: (on: boolean) => Promise<Result<void, Failure>>;
}

/** What the desktop does for the app. */
interface Desktop {
  readonly vaultFile: string;
  readonly showInFolder: (file: string) => void;
  /** False: the system has nothing to open it with. */
  readonly openWebPage: (address: string) => Promise<boolean>;
  readonly notices: () => Promise<AboutView['notices']>;
  /** As by hand: it is asked about first where tokens would live on. */
  readonly quit: () => void;
}

/** What the handlers work with. */
export interface HandlerPorts {
  readonly vaultSession: VaultSession;
  readonly exitGuard: Pick<ExitGuard, 'lock'>;
  readonly unlockMethods: UnlockMethods;
  readonly autoLock: Pick<AutoLock, 'used' | 'state'>;
  readonly realInput: Pick<RealInput, 'isRecent' | 'isPressed'>;
  readonly keystoreUnlock: KeystoreUnlock;
  readonly backups: BackupRestoring;
  readonly secretInput: SecretInput;
  readonly authorities: AuthorityFiles;
  readonly clipboard: TokenClipboard;
  readonly dialogs: Dialogs;
  readonly desktop: Desktop;
  readonly saved: SavedFile;
  readonly history: Pick<HistorySession, 'current' | 'tell'>;
  readonly settings: Settings;
  readonly loginStart: LoginStartSwitch;
  readonly practice: PracticeSession;
  readonly drills: Drills;
  readonly nowMs: () => number;
  readonly view: {
    readonly follow: (held: number | null) => ViewUpdate;
    readonly pause: () => void;
  };
  readonly changed: () => void;
  /** A command that the window carries out. */
  readonly tellWindow: (command: EventPayload<'commandInvoked'>) => void;
  /** Version of the app. */
  readonly version: string;
}

/** The same, with what handlers of several features share. */
export interface HandlerParts extends HandlerPorts {
  readonly singleActs: SingleActs;
}
