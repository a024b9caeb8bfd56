// A keystore that answers in time or counts as one that refuses. The system's keyring may wait for a person
// who is not there (a prompt that nobody sees), and then it never answers.
import type { Clock } from '../../domain/clock.ts';
import { within } from '../../domain/time-limit.ts';
import type { OsKeystore } from './os-keystore.ts';

/** Each call answers null after `limitMs` milliseconds. What is opened too late is wiped. */
export function answersWithin(
  keystore: OsKeystore,
  limitMs: number,
  clock: Pick<Clock, 'after'>,
): OsKeystore {
  return {
    platform: keystore.platform,
    backend: () => within(clock, limitMs, keystore.backend(), null),
    seal: (secret) => within(clock, limitMs, keystore.seal(secret), null),
    async open(sealed) {
      let isLate = false;
      const opening = keystore.open(sealed).then((secret) => {
        if (!isLate) return secret;
        secret?.wipe();
        return null;
      });
      const opened = await within(clock, limitMs, opening, 'late');
      isLate = opened === 'late';
      return opened === 'late' ? null : opened;
    },
  };
}
