// What the handlers of every feature are given to work with. A feature says which services of an open vault it needs.
import type { SettingsView } from '../../shared/protection/protection-view.ts';
import type { Result } from '../domain/result.ts';
import type { Dialogs } from '../secret-input/ports.ts';
import type { SecretInput } from '../secret-input/secret-input.ts';
import type { UnlockedVault } from '../vault/unlocked-vault.ts';
import type { SavedFile } from './saved-file.ts';
import type { SingleActs } from './single-acts.ts';
import type { VaultServices } from './while-open.ts';

/** The settings as the handlers change them. */
export interface Settings {
  readonly current: () => SettingsView;
  /** What is left out, or undefined, stays as it is. */
  readonly change: (change: {
    readonly [K in keyof SettingsView]?: SettingsView[K] | undefined;
  }) => Result<void>;
}

/** @typeParam Services what of an open vault the handlers use. */
export interface HandlerParts<Services> {
  readonly vaultSession: VaultServices<Services> & { readonly opened: () => UnlockedVault | null };
  readonly dialogs: Dialogs;
  readonly secretInput: SecretInput;
  readonly singleActs: SingleActs;
  readonly saved: SavedFile;
  readonly settings: Settings;
  readonly nowMs: () => number;
  readonly changed: () => void;
  /** Version of the app. */
  readonly version: string;
}
