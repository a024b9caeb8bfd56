// Whatever goes wrong while the session ends, the keys go.
import { describe, expect, it } from 'vitest';
import { lockSession } from '../../../electron/main/session/lock-steps.ts';
import { createFakeClock, settle } from '../../support/fake-clock.ts';

type Part =
  | 'begins'
  | 'beforeLock'
  | 'close'
  | 'closeNow'
  | 'wipe'
  | 'lockNow'
  | 'locked'
  | 'afterLock';

/** @returns the parts of a lock that ran, in their order, and what it told of the one that threw. */
async function lockWith(
  broken: Part | null,
  atOnce = false,
): Promise<{ ran: readonly Part[]; told: unknown }> {
  const ran: Part[] = [];
  const clock = createFakeClock();
  const part = (name: Part) => (): void => {
    ran.push(name);
    if (name === broken) throw new Error(name);
  };
  const later = (name: Part) => (): Promise<never> => {
    part(name)();
    return Promise.resolve(undefined as never);
  };
  const { done } = lockSession(
    { close: later('close'), closeNow: part('closeNow') },
    { lockNow: part('lockNow') },
    { clock, beforeLock: later('beforeLock'), wipe: part('wipe'), afterLock: later('afterLock') },
    { begins: part('begins'), locked: part('locked') },
    atOnce,
  );
  const locking = done.catch((bug: unknown) => bug);
  await settle();
  await clock.advance(10_000);
  return { ran, told: await locking };
}

describe('a lock in which something throws', () => {
  const parts: readonly Part[] = [
    'begins',
    'beforeLock',
    'close',
    'lockNow',
    'wipe',
    'closeNow',
    'locked',
    'afterLock',
  ];

  it.each(parts)('runs every other part where %s throws, and tells of it', async (broken) => {
    const { ran, told } = await lockWith(broken);
    expect(ran).toEqual(parts);
    expect(told).toEqual(new Error(broken));
  });

  it.each(parts)('runs every other part before a sleep too where %s throws', async (broken) => {
    const { ran, told } = await lockWith(broken, true);
    expect(ran.toSorted()).toEqual(parts.toSorted());
    expect(told).toEqual(new Error(broken));
  });
});

describe('a lock before a sleep', () => {
  it('lets the keys go before it ends the session', async () => {
    const { ran } = await lockWith(null, true);
    expect(ran).toEqual([
      'begins',
      'beforeLock',
      'lockNow',
      'wipe',
      'closeNow',
      'close',
      'locked',
      'afterLock',
    ]);
  });
});
