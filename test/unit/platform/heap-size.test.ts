// Main saves memory while nothing happens, and time as soon as something does.
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  createRestingHeap,
  KEEP_YOUNG_SMALL,
  SAVE_MEMORY,
  SAVE_TIME,
} from '../../../electron/main/platform/heap-size.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

function heapOnFakeClock() {
  const clock = createFakeClock();
  const set: string[] = [];
  const done: string[] = [];
  const act = createRestingHeap(clock, (flag) => set.push(flag)).awakeFor((what: string) =>
    done.push(what),
  );
  return { clock, set, done, act };
}

describe('the heap', () => {
  it('saves memory once nothing has happened for some seconds', async () => {
    const { clock, set, act, done } = heapOnFakeClock();
    act('look');
    await clock.advance(4_999);
    expect(set).toEqual([]);
    await clock.advance(1);
    expect([done, set]).toEqual([['look'], [SAVE_MEMORY]]);
  });

  it('is not at rest while one thing follows another', async () => {
    const { clock, set, act } = heapOnFakeClock();
    for (let turn = 0; turn < 50; turn += 1) {
      act('look');
      await clock.advance(1_000);
    }
    expect(set).toEqual([]);
    expect(clock.timers()).toBe(1);
  });

  it('saves time before the first thing that happens again', async () => {
    const { clock, set, act, done } = heapOnFakeClock();
    act('look');
    await clock.advance(60_000);
    set.length = 0;
    done.length = 0;
    act('look again');
    expect([set, done]).toEqual([[SAVE_TIME], ['look again']]);
    act('and again');
    expect(set).toEqual([SAVE_TIME]);
  });

  it('tells V8 by names that it knows', () => {
    const tell = `for (const flag of ${JSON.stringify([SAVE_MEMORY, SAVE_TIME])}) require('node:v8').setFlagsFromString(flag)`;
    const told = spawnSync(process.execPath, ['-e', tell], { encoding: 'utf8' });
    expect([told.status, told.stderr]).toEqual([0, '']);
  });

  it('is kept small late, because V8 takes no compiled code from then on', () => {
    const node = (what: string): string => {
      const vm = `const { Script } = require('node:vm'); const text = 'function sum() {} sum()';`;
      const told = spawnSync(process.execPath, ['-e', `${vm}${what}`], { encoding: 'utf8' });
      return told.stdout + told.stderr;
    };
    const compiled = node(
      `process.stdout.write(new Script(text).createCachedData().toString('hex'))`,
    );
    const take = `
      const cachedData = Buffer.from('${compiled}', 'hex');
      process.stdout.write(String(new Script(text, { cachedData }).cachedDataRejected));`;
    const set = `require('node:v8').setFlagsFromString('${KEEP_YOUNG_SMALL}');`;
    expect([node(take), node(set + take)]).toEqual(['false', 'true']);
  });
});
