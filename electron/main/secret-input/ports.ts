// What secret input needs of the machine: a window that asks for a secret, native dialogs, the clipboard.
import type { EntryPurpose } from '../../shared/unlock/entry-contract.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';

/** Null when the person closed the window. The caller wipes the answer. */
export type AskForSecret = (question: {
  readonly purpose: Exclude<EntryPurpose, 'show_recovery_key'>;
  /** A whole sentence: it stands by itself under the title. */
  readonly about: string;
  readonly problem: string | null;
  /** Nothing is taken before this has passed: too many wrong ones came before. */
  readonly waitMs?: number;
}) => Promise<SecretBytes | null>;

/** Asks a person for a secret, in a window of main's own. */
export interface SecretPrompt {
  /** Opens the secret-entry window for one question. */
  readonly ask: AskForSecret;
  /**
   * Asks again in the same window until `work` is over, or has called `close`: a wrong passphrase leaves it open,
   * with the sentence about it. Once the window is closed, every further question is answered null.
   */
  readonly askAgain: <T>(work: (ask: AskForSecret, close: () => void) => Promise<T>) => Promise<T>;
}

/** Shows a person a secret once. */
export interface SecretShow {
  /**
   * Shows ASCII text once in the secret-entry window. True: the person says they have it. The secret
   * stays the caller's to wipe.
   */
  readonly show: (what: {
    readonly about: string;
    readonly secret: SecretBytes;
  }) => Promise<boolean>;
}

/** One question of main's own dialog. */
export interface Question {
  readonly message: string;
  readonly detail: string;
  /** What the person may choose, first what is recommended; a cancel button is added, and has the focus. */
  readonly choices: readonly [string, ...string[]];
  /** Something is lost by it, or given away. */
  readonly serious?: boolean;
  /** In an emergency the first choice has the focus, however serious; not where keys may be meant for the page. */
  readonly inHurry?: boolean;
  /** Told of a choice before what was asked about is done; of no cancel. */
  readonly confirmed?: () => void;
}

/** Main's own dialogs. */
export interface Dialogs {
  /**
   * Index into `choices`, or null for cancel, for a lock meanwhile, and for one question too many. Main owns
   * the dialog; no window can answer it (I6).
   */
  readonly ask: (question: Question) => Promise<number | null>;
  /** Path of one file the person picked, or null: cancelled, or locked meanwhile. */
  readonly chooseFile: (title: string) => Promise<string | null>;
  /** Path of one folder the person picked, or null. */
  readonly chooseFolder: (title: string) => Promise<string | null>;
  /** Path the person chose to save under, or null. Before anything is replaced, the system's dialog or main asks. */
  readonly chooseSave: (
    title: string,
    suggestedName: string,
    /** `never`: what is saved replaces nothing, so nobody is asked. */
    replaces?: 'never',
  ) => Promise<string | null>;
}

/** The system's clipboard. Each call rejects where the system does. */
export interface ClipboardPort {
  readonly readText: () => Promise<string>;
  readonly writeText: (text: string) => Promise<void>;
  /** Settles once the system was told; whether the text is gone, only a reading says. */
  readonly clear: () => Promise<void>;
  /** False: what is read may be the app's own copy, and what is written may be passed by. */
  readonly isHeeded: () => boolean;
}
