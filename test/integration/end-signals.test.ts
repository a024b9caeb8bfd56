// S40: signals as the system sends them, to a process of its own that ends as the app does: politely, which takes a
// moment. What a signal without a listener does is the system's, and no fake shows it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';

const main = path.join(import.meta.dirname, '../../electron/main');
const urlOf = (file: string): string => JSON.stringify(pathToFileURL(path.join(main, file)).href);

/** Says each time that it was asked to end, and ends politely once it is told that all was put away. */
const app = `
  import { watchSystemEnd } from ${urlOf('platform/system-end.ts')};
  import { systemClock } from ${urlOf('domain/clock.ts')};
  let asked = 0;
  const systemEnds = watchSystemEnd({
    monitor: { on: () => undefined },
    signals: process,
    eachWindow: () => undefined,
    clock: systemClock,
    quit: () => console.log('asked', (asked += 1)),
  });
  // As when-exit, which electron-store brings along: the first of each is sent once more.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => process.kill(process.pid, signal));
  }
  process.stdin.once('data', () => {
    console.log('put away', systemEnds());
    process.exit(0);
  });
  console.log('up');
`;

let kill = (): void => undefined;
afterEach(() => kill());

async function started() {
  const args = ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', app];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  kill = () => void child.kill('SIGKILL');
  let text = '';
  child.stdout.on('data', (part: Buffer) => (text += part.toString('utf8')));
  await once(child.stdout, 'data');
  return { child, ended: once(child, 'close'), printed: () => text };
}

describe.skipIf(process.platform === 'win32')('an app that is told to end again and again', () => {
  it.each([
    [['SIGTERM'], true],
    [['SIGTERM', 'SIGTERM', 'SIGTERM'], true],
    [['SIGHUP', 'SIGHUP', 'SIGTERM'], true],
    [['SIGINT', 'SIGINT', 'SIGINT'], false],
    [['SIGINT', 'SIGTERM', 'SIGINT'], true],
  ] as const)('puts everything away all the same: %s', async (signals, systemEnds) => {
    const { child, ended, printed } = await started();
    const seen = new Set<string>();
    let asked = 0;
    for (const signal of signals) {
      child.kill(signal);
      // Two of a kind that wait at the same time are one to the system: the next is sent once this one came.
      asked += seen.has(signal) ? 1 : 2;
      seen.add(signal);
      await eventually(() => {
        expect(child.signalCode).toBeNull();
        expect(printed()).toContain(`asked ${asked}\n`);
      });
    }
    child.stdin.end('all');
    expect(await ended).toEqual([0, null]);
    expect(printed()).toMatch(new RegExp(`\\nput away ${systemEnds}\\n$`));
  });
});
