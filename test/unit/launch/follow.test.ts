// What reaches a program of a Ctrl+C, which arrives more than once; and that it is heard from the first instruction on.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { follow, passEndSignals, POLITE_END_MS } from '../../../electron/launch/follow.ts';

describe('a signal to end', () => {
  let passed: string[];
  let hear: (signal: NodeJS.Signals) => void;
  beforeEach(() => {
    vi.useFakeTimers();
    passed = [];
    hear = passEndSignals((signal) => passed.push(signal));
  });
  afterEach(() => vi.useRealTimers());

  it.each<readonly [string, readonly (NodeJS.Signals | number)[], readonly NodeJS.Signals[]]>([
    ['once, though the terminal and npm send it', ['SIGINT', 40, 'SIGINT', 'SIGTERM'], ['SIGINT']],
    ['again where it is sent again later', ['SIGINT', 1_000, 'SIGINT'], ['SIGINT', 'SIGINT']],
    ['again to who keeps pressing', ['SIGINT', 600, 'SIGINT', 600, 'SIGINT'], ['SIGINT', 'SIGINT']],
    ['as what it is', ['SIGTERM', 2_000, 'SIGHUP'], ['SIGTERM', 'SIGHUP']],
    ['and leaves time to answer after Ctrl+C', ['SIGINT', 10 * POLITE_END_MS], ['SIGINT']],
    ['and no kill comes before the limit', ['SIGTERM', POLITE_END_MS - 1], ['SIGTERM']],
    ['and what hangs after it is killed', ['SIGTERM', POLITE_END_MS], ['SIGTERM', 'SIGKILL']],
    [
      'and a hang-up is followed by the kill, too',
      ['SIGHUP', POLITE_END_MS],
      ['SIGHUP', 'SIGKILL'],
    ],
    [
      'as one that asks nobody, where Ctrl+C is pressed again after the limit',
      ['SIGINT', POLITE_END_MS, 'SIGINT', POLITE_END_MS],
      ['SIGINT', 'SIGTERM', 'SIGKILL'],
    ],
    [
      'and is followed by one kill, however often it is sent',
      ['SIGTERM', 2_000, 'SIGHUP', 2 * POLITE_END_MS],
      ['SIGTERM', 'SIGHUP', 'SIGKILL'],
    ],
  ])('goes on %s', (_how, events, expected) => {
    for (const event of events) {
      if (typeof event === 'string') hear(event);
      else vi.advanceTimersByTime(event);
    }
    expect(passed).toEqual(expected);
  });
});

describe('a program that is followed', () => {
  const heard = (): readonly number[] =>
    (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => process.listenerCount(signal));

  it('can be asked to end from its first moment on, and no listener stays once it has ended', async () => {
    const before = heard();
    let atStart: readonly number[] = [];
    // Node tells of a child before it starts it.
    const listener = (): void => void (atStart = heard());
    subscribe('child_process', listener);
    const end = await follow(process.execPath, ['-e', 'process.exit(5)']);
    unsubscribe('child_process', listener);
    expect(end).toMatchObject({ code: 5, signal: null, asked: false });
    expect(atStart).toEqual(before.map((count) => count + 1));
    expect(heard()).toEqual(before);
  });

  it.each([
    ['is not there', '/nowhere', []],
    ['cannot be told so', process.execPath, ['\0']],
  ])('ends as in a shell where it %s, and says why', async (_why, executable, args) => {
    const before = heard();
    let said = '';
    const end = await follow(executable, args, process.env, (text) => (said += text));
    expect(end).toMatchObject({ code: 127, asked: false });
    expect(said).toMatch(/ENOENT|null bytes/);
    expect(heard()).toEqual(before);
  });
});
