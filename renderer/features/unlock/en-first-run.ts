// The words of the first screen of a new vault, and of the one before any.

export const STARTING = 'Opening…';

export const firstRunWords = {
  title: 'Strongroom',
  lead: 'Keeps client credentials, and tells the truth about the access tokens they produce.',
  points: [
    'Secrets and tokens are sealed in one file on this machine, under a passphrase only you know. Nobody can recover it for you.',
    'Every token you get is listed until it has expired or is confirmed dead. Nothing disappears silently.',
    'It starts with a practice gateway on this machine, so you can try everything without real credentials.',
  ],
  choose: 'Choose a passphrase',
  note: 'A small separate window asks for it; this one never sees it.',
} as const;
