// The words of the timeline and of "make sure nothing expires before".
import { counted, whole } from '../../../electron/shared/counts.ts';
import type { NightEvent, NightObstacle } from './night.ts';

const NAMES_SAID = 12;

export const nightWords = {
  next: 'Next:',
  timeline: 'Next 24 hours, by time',
  end: (name: string, time: string) => `${name}, ${time}`,
  kinds: {
    expiry: 'token expires',
    lease: 'token is revoked early',
    renewal: 'renewal is due',
  } satisfies Readonly<Record<NightEvent['kind'], string>>,
  replaced: 'replaced token expires',
  title: 'Next 24 hours',
  list: 'What happens, in order',
  nothing: 'Nothing expires, ends or is renewed.',
  more: (n: number) => `and ${whole(n)} more`,
  until: 'Make sure nothing expires before',
  allGood: (time: string) => `No token in use expires before ${time}.`,
  can: (n: number, time: string) =>
    `${counted(n, 'token')} in use would expire before ${time} and can be renewed now.`,
  renewing: (n: number) =>
    `${counted(n, 'key')} ${n === 1 ? 'renews by itself' : 'renew by themselves'}, as long as the vault stays unlocked.`,
  names: (labels: readonly string[]) =>
    labels.length <= NAMES_SAID
      ? labels.join(', ')
      : `${labels.slice(0, NAMES_SAID).join(', ')} and ${whole(labels.length - NAMES_SAID)} more`,
  /** Whose tokens, and why. */
  cannot: (names: string, why: string) => `${names}: ${why}`,
  impossible: (n: number) => `${counted(n, 'token')} cannot be made to last:`,
  why: {
    too_short: 'a new one would not live that long: turn renewal on',
    cannot_renew: 'it cannot be renewed right now',
    no_end_known: 'when it ends is not known',
    lease: 'it is revoked early; keep it until it expires',
  } satisfies Readonly<Record<NightObstacle, string>>,
  renew: (n: number) => `Renew ${counted(n, 'token')}`,
} as const;
