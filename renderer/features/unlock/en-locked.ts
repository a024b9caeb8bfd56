// The words of the locked screen.
import { counted } from '../../../electron/shared/counts.ts';

/** While calls under way come to their end. */
export const lockingWords = {
  title: 'Strongroom is locking',
  lead: 'Calls under way are finished and saved, for a few seconds at most. Then the keys are wiped.',
} as const;

export const lockedWords = {
  title: 'Strongroom is locked',
  lead: 'No secret or token is open. Tokens already issued live on until they expire.',
  usableLead:
    'Apart from what is told here, no secret or token is open. Tokens already issued live on until they expire.',
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
    `Nothing is renewed while it is locked: renewal of ${counted(credentials, 'credential')} waits until you unlock.`,
  note: 'A small separate window asks for the passphrase.',
  otherWays: 'Other ways in',
} as const;
