// What the handlers of the contract are given to work with.
import type { AppView, SettingsView } from '../../shared/views.ts';
import type { Theme } from '../../shared/words.ts';
import type { AuthorityFiles } from '../intake/authority-file.ts';
import type { Dialogs } from '../intake/ports.ts';
import type { SecretIntake } from '../intake/secret-intake.ts';
import type { TokenClipboard } from '../intake/token-clipboard.ts';
import type { Keeper } from '../keeper/keeper.ts';
import type { PracticeDesk } from '../keeper/practice-desk.ts';

export interface Settings {
  readonly current: () => SettingsView;
  readonly change: (change: {
    readonly theme?: Theme | undefined;
    readonly copyTokens?: boolean | undefined;
  }) => void;
}

export interface HandlerPorts {
  readonly keeper: Keeper;
  readonly intake: SecretIntake;
  readonly authorities: AuthorityFiles;
  readonly clipboard: TokenClipboard;
  readonly dialogs: Dialogs;
  readonly settings: Settings;
  readonly practice: PracticeDesk;
  readonly view: () => AppView;
  readonly changed: () => void;
}
