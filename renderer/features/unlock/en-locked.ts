// The words of the screens before a vault is open, and of opening it with the system's keystore.
import { counted } from '../../../electron/shared/counts.ts';

/** While calls under way come to their end. */
export const lockingWords = {
  title: 'Strongroom is locking',
  lead: 'Calls under way are finished and saved, for a few seconds at most. Then the keys are wiped.',
} as const;

export const lockedWords = {
  title: 'Strongroom is locked',
  lead: 'The vault is closed. No secret or token is open, and nothing is renewed or revoked. Tokens already issued live on until they expire.',
  atWork: (until: string) =>
    `The vault keeps working until ${until}, as you chose: its keys are in memory. Renewals, proofs of death, alerts and programs go on. Sleep and quitting close it.`,
  close: 'Close the vault now',
  unlock: 'Unlock',
  unlocking: 'Unlocking…',
  by: {
    idle: 'It locked by itself: nobody used it for a while.',
    suspend: 'It locked by itself: the machine went to sleep.',
    screen_locked: 'It locked by itself: the screen was locked.',
  },
  unproven: (tokens: number) =>
    `${counted(tokens, 'token')} ${tokens === 1 ? 'is' : 'are'} not confirmed dead yet. Revoking goes on as soon as you unlock.`,
  resting: (credentials: number) =>
    `Nothing is renewed while it is locked: renewal of ${counted(credentials, 'key')} waits until you unlock.`,
  note: 'A small separate window asks for the passphrase.',
  otherWays: 'Other ways in',
} as const;

export const STARTING = 'Opening…';

export const firstRunWords = {
  title: 'Strongroom',
  lead: 'Keeps your API keys, shows which tokens work, and revokes them in seconds.',
  points: [
    'Secrets and tokens are sealed in one file on this machine. A passphrase that only you know protects it. Nobody can reset it.',
    'Every token you get is listed until it has expired or is confirmed dead.',
    'It starts with a practice gateway on this machine. So you can try everything without real keys.',
  ],
  /** Names and times of the picture. */
  picture: [
    ['Momentum bot', 'active', '23h 59m'],
    ['Treasury', 'expiring', '4:12'],
    ['Desk A', 'confirming', 'Revoked'],
    ['Market maker', 'verified', 'Confirmed dead'],
  ],
  choose: 'Choose a passphrase',
  note: 'You type it in a separate, protected window.',
} as const;

export const keystoreWords = {
  title: 'System keystore',
  honest:
    'Lets the system open this vault for you. It protects against whoever has the file but cannot log in as you. It does not protect against programs that run as you.',
  on: 'On. The passphrase keeps working.',
  off: 'Off. The passphrase is needed every time.',
  standIn: 'This development host has a stand-in for a keystore, which protects nothing.',
  turnOn: 'Use the system keystore…',
  turnOff: 'Stop using it…',
  turnedOn: 'The system keystore can open this vault now.',
  turnedOff: 'The system keystore no longer opens this vault.',
  unlock: 'Open with the system keystore',
} as const;
