// What the handlers of the contract are given to work with.
import type { Failure } from '../../shared/failure.ts';
import type { EventPayload } from '../../shared/ipc-contract.ts';
import type { SettingsView } from '../../shared/protection-view.ts';
import type { Theme } from '../../shared/words.ts';
import type { AlertSettings } from '../domain/alert-settings.ts';
import type { ProtectionChange } from '../domain/protection-settings.ts';
import type { Result } from '../domain/result.ts';
import type { AuthorityFiles } from '../intake/authority-file.ts';
import type { Dialogs } from '../intake/ports.ts';
import type { SecretIntake } from '../intake/secret-intake.ts';
import type { TokenClipboard } from '../intake/token-clipboard.ts';
import type { AutoLock } from '../keeper/auto-lock.ts';
import type { BackupRestoring } from '../keeper/backup-restore.ts';
import type { HistoryDesk } from '../keeper/history-desk.ts';
import type { KeystoreUnlock } from '../keeper/keystore-unlock.ts';
import type { Leaving } from '../keeper/leaving.ts';
import type { Drills } from '../keeper/drills.ts';
import type { Keeper } from '../keeper/keeper.ts';
import type { PracticeDesk } from '../keeper/practice-desk.ts';
import type { RealInput } from '../keeper/real-input.ts';
import type { WaysIn } from '../keeper/ways-in.ts';
import type { Publisher } from './publisher.ts';

export interface Settings {
  readonly current: () => SettingsView;
  readonly change: (
    change: ProtectionChange & {
      readonly theme?: Theme | undefined;
      readonly keepInTray?: boolean | undefined;
      readonly alerts?: AlertSettings | undefined;
    },
  ) => Result<void, Failure>;
}

export interface HandlerPorts {
  readonly keeper: Keeper;
  readonly leaving: Pick<Leaving, 'lock'>;
  readonly waysIn: WaysIn;
  readonly autoLock: Pick<AutoLock, 'used' | 'state'>;
  readonly realInput: Pick<RealInput, 'isRecent'>;
  readonly keystoreUnlock: KeystoreUnlock;
  readonly backups: BackupRestoring;
  readonly intake: SecretIntake;
  readonly authorities: AuthorityFiles;
  readonly clipboard: TokenClipboard;
  readonly dialogs: Dialogs;
  readonly history: Pick<HistoryDesk, 'current' | 'tell'>;
  readonly settings: Settings;
  readonly practice: PracticeDesk;
  readonly drills: Drills;
  readonly nowMs: () => number;
  readonly view: Pick<Publisher, 'follow' | 'pause'>;
  readonly changed: () => void;
  /** A command that the window carries out. */
  readonly tellWindow: (command: EventPayload<'commandInvoked'>) => void;
  /** Version of the app. */
  readonly version: string;
}
