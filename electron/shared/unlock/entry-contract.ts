// The contract between the secret-entry window and main: main tells what is asked, the window sends the bytes
// once, one way. Main destroys it then, or asks again in it where what was typed does not open anything.

const entryPurposes = [
  'client_secret',
  'access_token',
  'suspect',
  'proxy_password',
  'new_passphrase',
  'passphrase',
  'present_passphrase',
  'next_passphrase',
  'backup_passphrase',
  'recovery_key',
  'show_recovery_key',
] as const;
export type EntryPurpose = (typeof entryPurposes)[number];

/** Main tries these while the window waits, and asks again where they are wrong. */
export const triedPurposes: ReadonlySet<EntryPurpose> = new Set([
  'new_passphrase',
  'passphrase',
  'present_passphrase',
  'next_passphrase',
  'backup_passphrase',
  'recovery_key',
]);

/** What main tells the entry window. `about` is a sentence of main: which credential or vault. */
export interface EntryQuestion {
  readonly purpose: EntryPurpose;
  readonly about: string;
  /** A sentence about the last attempt ("That passphrase does not open this vault."), or null. */
  readonly problem: string | null;
  /** Milliseconds until an answer counts; 0 in all but the fourth wrong passphrase and later. */
  readonly waitMs: number;
  /** `show_recovery_key` alone: the text to show, in ASCII. Handed over once; the page overwrites it. */
  readonly shown: Uint8Array | null;
}

/** The channels between main and the entry window. */
export const entryChannels = {
  question: 'strongroom-entry:question',
  submit: 'strongroom-entry:submit',
  cancel: 'strongroom-entry:cancel',
  fit: 'strongroom-entry:fit',
} as const;

/** What the entry preload puts on `window.entry`. */
export interface EntryBridge {
  /**
   * The question that stands; after an answer the next one, as soon as there is one. Undefined where main refuses
   * the sender, as before the first question.
   */
  readonly question: () => Promise<EntryQuestion | undefined>;
  /** Sends the bytes once. The caller overwrites its array afterwards. */
  readonly submit: (bytes: Uint8Array) => void;
  readonly cancel: () => void;
  /** How many pixels high the page wants the window to be inside. */
  readonly fit: (height: number) => void;
}

/** A passphrase shorter than this many estimated bits is refused (docs/threat-model.md V1). */
export const MIN_PASSPHRASE_BITS = 60;
/** Longest secret accepted from any source, in bytes. */
export const MAX_SECRET_BYTES = 4096;
/** Longest text taken to be inspected: longer than any token that is ever sent. */
export const MAX_INSPECTED_BYTES = 16_384;

/** The most that may be typed, in bytes. */
export const maxBytesOf = (purpose: EntryPurpose): number =>
  purpose === 'access_token' || purpose === 'suspect' ? MAX_INSPECTED_BYTES : MAX_SECRET_BYTES;
