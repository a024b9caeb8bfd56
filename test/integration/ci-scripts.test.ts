// The scripts that continuous integration calls, as processes: what they say and how they end. The packaged app is
// played by a script: whether Electron's starts, the workflow shows.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownFolder } from '../support/own-folder.ts';

const root = path.join(import.meta.dirname, '../..');
const at = ownFolder();

const run = (script: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [path.join(root, 'test/ci', script), ...args], {
    encoding: 'utf8',
    // No time limit of a test ends a call that holds its thread.
    timeout: 100_000,
    env: { ...process.env, ELECTRON_MIRROR: 'http://127.0.0.1:9/', electron_config_cache: at() },
  });

describe('a run on Electron', () => {
  it('ends badly where it is not told what to run', () => {
    expect(run('on-electron.ts', 'everything')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('journeys'),
    });
  });
});

describe.runIf(process.platform === 'linux')('the start of a packaged app', () => {
  const log = (...events: readonly object[]): string =>
    events.map((each) => `echo '${JSON.stringify(each)}' >> "$HOME/strongroom.log"`).join('\n');
  const started = { event: 'started', host: 'electron' };
  function app(script: string): ReturnType<typeof run> {
    const file = at('strongroom');
    writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return run('packaged-start.ts', file, '0.5');
  }
  const untilEnded = 'while :; do sleep 0.1; done';

  it('is one where it starts on Electron and quits in order', () => {
    const script = `trap '${log({ event: 'quit' }).replaceAll("'", "'\\''")}; exit 0' TERM\n${log(started)}\n${untilEnded}`;
    expect(app(script)).toMatchObject({ status: 0, stdout: expect.stringContaining('in order') });
  });

  it.each([
    ['ends by itself', `${log(started)}\nexit 0`, 'ended by itself'],
    [
      'starts on the stand-in',
      `${log({ ...started, host: 'stand-in' })}\n${untilEnded}`,
      'stand-in',
    ],
    [
      'meets an error',
      `${log(started, { event: 'internal_error' })}\n${untilEnded}`,
      'internal_error',
    ],
    ['ends without its last line', `${log(started)}\n${untilEnded}`, 'quit in order'],
  ])('is none where it %s', (_name, script, said) => {
    expect(app(script)).toMatchObject({ status: 1, stdout: expect.stringContaining(said) });
  });

  it('waits for the whole of a line that the app is still writing', () => {
    const half = `printf '{"event":' >> "$HOME/strongroom.log"; sleep 0.4`;
    const rest = `echo '"started","host":"electron"}' >> "$HOME/strongroom.log"`;
    const end = log({ event: 'quit' }).replaceAll("'", "'\\''");
    expect(app(`trap '${end}; exit 0' TERM\n${half}\n${rest}\n${untilEnded}`).status).toBe(0);
  });

  it('is none where there is no app', () => {
    expect(run('packaged-start.ts', at('none')).status).toBe(1);
  });
});
