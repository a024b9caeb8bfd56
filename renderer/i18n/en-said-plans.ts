// What the status line says about rotations, plans for a leaked key, runs that revoke everything, renewal
// and leases. Apart from the words of their screens, which load with them: these load with the first one.
import { counted } from '../../electron/shared/counts.ts';

export const rotationSaid = {
  started: (label: string) => `Rotation of ${label} started.`,
  taken: 'New secret stored beside the old one.',
  checked: 'The new secret works.',
  ending: 'The tokens of the old secret are being ended.',
  finished: (label: string) => `Rotation of ${label} finished. The old secret is destroyed.`,
  abandoned: (label: string) => `Rotation of ${label} abandoned. The old secret stays.`,
  practiceMade: 'The practice web app has made a secret. It is on the clipboard.',
  practiceRemoved: 'The practice web app has removed the old secret.',
} as const;

export const leakSaid = {
  closed: (label: string) => `Plan for ${label} closed.`,
  started: (label: string) => `Plan for ${label} started.`,
} as const;

export const revokeAllSaid = {
  started: 'Revocation saved. A token counts as dead once confirmed.',
  reportSaved: 'Incident report saved.',
  putAway: 'Run closed. It stays in the history.',
  cancelled: 'Queue stopped. What was sent goes on.',
} as const;

export const renewalSaid = {
  turnedOn: (label: string) => `Renewal for ${label} is on.`,
  turnedOff: (label: string) => `Renewal for ${label} is off.`,
} as const;

export const leaseSaid = {
  saved: 'Saved: the token will be revoked early.',
  removed: 'The token is not revoked early any more. It lives until it expires.',
  atLock: (ended: number, waiting: number) => {
    const done = ended - waiting;
    const first = `${counted(done, 'token')} set to end at lock ${done === 1 ? 'was' : 'were'} revoked.`;
    const rest = `Revoking ${counted(waiting, 'token')} set to end at lock continues as soon as you unlock.`;
    if (waiting === 0) return first;
    return done === 0 ? rest : `${first} ${rest}`;
  },
} as const;
