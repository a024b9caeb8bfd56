// The words of renewal and leases: what happens next, what failed, what ends a token early.
import type { RenewalView } from '../../../electron/shared/renewal/renewal-view.ts';
import type { LeaseEnd } from '../../../electron/shared/words.ts';
import { lifetime } from '../../i18n/time.ts';

export const renewalWords = {
  heading: 'Renewal',
  off: 'Off. Each token ends when it expires.',
  removing: 'On hold: this key is being deleted. Nothing is issued by itself.',
  about:
    'When on, Strongroom gets a new token shortly before the one in use ends. It checks it, makes it the current one, and revokes the old one.',
  aboutPartner:
    'When on, Strongroom gets a new token shortly before the one in use ends. It checks it. The old one lives until it expires: no call revokes a Partner token.',
  start: 'Switch renewal on',
  save: 'Save',
  ends: 'Renew',
  untils: {
    same: 'as long as it is set now',
    off: 'until I switch it off',
    '1': 'for 1 hour',
    '8': 'for 8 hours',
    '24': 'for 24 hours',
    time: 'until a time of day',
  },
  untilTime: 'Until',
  untilHint: 'The next time it is that time of day.',
  grace: 'Old token lives on for',
  graceOf: (seconds: number) => lifetime(seconds),
  graceHint: 'Long enough for whoever holds it to change over.',
  phases: {
    waiting: (at: string) => `Renews at ${at}.`,
    asking: () => 'A new token is being asked for.',
    checking: () => 'The new token came and is being checked. The old one stays in use.',
    idle: () => 'Nothing to renew now: get a token, and it is renewed from then on.',
    outlives: () => 'Nothing to renew: the token in use lives longer than renewal goes on.',
    no_expiry: () =>
      'The server did not say when this token ends. It is renewed once the server refuses it.',
    leased: () =>
      'Nothing to renew: the token in use is set to be revoked early. Keep it until it expires, and it is renewed.',
    ending: () =>
      'Ended. A new token is on its way already. It is still checked, and takes the place of the old one.',
    ended: () => 'Ended. Tokens are not renewed any more.',
    stopped: () => 'Stopped by itself. Get a token, or switch it on again.',
    frozen: () =>
      'On hold while “Revoke everything” or a plan for a leaked key is open. Nothing is issued by itself.',
  } satisfies Record<RenewalView['phase'], (at: string) => string>,
  until: (at: string) => `Stops at ${at}.`,
  untilOff: 'Goes on until you switch it off.',
  onlyOpen: 'Nothing is renewed while the vault is locked.',
  revokes: (at: string) => `The token before is revoked at ${at}.`,
  failed: (at: string, what: string, inUse: boolean) =>
    `The renewal at ${at} did not work. ${what}${inUse ? ' The token in use was not touched.' : ''}`,
} as const;

export const leaseWords = {
  facts: {
    lock: 'Revoked when Strongroom locks.',
    suspend: 'Revoked at sleep, or at the next unlock where sleep locks the vault.',
    quit: 'Revoked when Strongroom quits.',
    program: 'Revoked when the program ends that was given it.',
  } satisfies Record<Exclude<LeaseEnd, 'after'>, string>,
  fact: (at: string) => `Will be revoked at ${at}.`,
} as const;
