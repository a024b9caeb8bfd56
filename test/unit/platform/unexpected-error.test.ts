// What nobody has caught: the vault is locked, then it is told.
import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { watchUnexpectedErrors } from '../../../electron/main/platform/unexpected-error.ts';
import { createFakeClock, settle } from '../../support/fake-clock.ts';

function watched(lock: () => Promise<void> = () => Promise.resolve()) {
  const clock = createFakeClock();
  const process = new EventEmitter();
  const order: string[] = [];
  watchUnexpectedErrors({
    process,
    clock,
    async lock() {
      order.push('locking');
      await lock();
      order.push('locked');
    },
    note: (kind) => order.push(kind),
    tell: () => order.push('told'),
  });
  return { clock, process, order };
}

describe('an error that nobody has caught', () => {
  it.each(['uncaughtException', 'unhandledRejection'])(
    'locks the vault before it is told: %s',
    async (event) => {
      const { process, order } = watched(() => settle());
      process.emit(event, new RangeError('client_secret=hunter2'));
      await settle();
      expect(order).toEqual(['RangeError', 'locking']);
      await settle();
      expect(order).toEqual(['RangeError', 'locking', 'locked', 'told']);
    },
  );

  it('is told although the lock does not end', async () => {
    const { clock, process, order } = watched(() => new Promise<never>(() => undefined));
    process.emit('uncaughtException', new Error('bug'));
    await clock.advance(15_000);
    expect(order).toEqual(['Error', 'locking', 'told']);
  });

  it('is told although the lock fails', async () => {
    const { process, order } = watched(() => Promise.reject(new TypeError('bug')));
    process.emit('unhandledRejection', 'a text that was thrown');
    await settle();
    expect(order).toEqual(['unknown', 'locking', 'TypeError', 'told']);
  });

  it('is told once with those that come while the vault is being locked', async () => {
    const { process, order } = watched(() => settle());
    for (const event of ['uncaughtException', 'unhandledRejection'])
      process.emit(event, new Error());
    await settle();
    await settle();
    expect(order.filter((each) => each === 'told')).toHaveLength(1);
  });
});
