// How the stand-in begins and ends as a process: exit codes, sentences, and nothing left behind.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const cli = path.join(import.meta.dirname, 'cli.ts');
const fixture = path.join(import.meta.dirname, 'fixture');
const LIMIT_MS = 30_000;

let profile = '';
beforeEach(async () => {
  profile = await mkdtemp(path.join(os.tmpdir(), 'standin-processes-'));
});
afterEach(async () => {
  await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});

interface Started {
  readonly child: ChildProcess;
  readonly printed: () => string;
}

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, STANDIN_HEADLESS: '1', ...env },
  });
  let text = '';
  const keep = (part: Buffer): void => {
    text += part.toString('utf8');
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return { child, printed: () => text };
}

async function until(what: string, holds: () => boolean): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`not within ${LIMIT_MS} ms: ${what}`);
    await pause(25);
  }
}

/** Processes whose command line names this, zombies aside. Linux only. */
function processesNaming(text: string): readonly string[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
      } catch {
        return false;
      }
    });
}

const processesOfProfile = (): readonly string[] => processesNaming(profile);
/** The profile of the browser alone: how many processes a browser has differs. */
const browsersOfProfile = (): readonly string[] =>
  processesNaming(path.join(profile, 'standin-profile'));

const startFixture = async (env: Record<string, string> = {}): Promise<Started> => {
  const started = run(
    [cli, '--remote-debugging-port=0', fixture, `--user-data-dir=${profile}`],
    env,
  );
  await until('the window', () => started.printed().includes('DevTools listening'));
  return started;
};

describe('the host process', { timeout: 2 * LIMIT_MS }, () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('quits in order on %s', async (signal) => {
    const { child, printed } = await startFixture();
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(printed()).toMatch(/app before-quit\s+app will-quit\s+app quit/);
  });

  it.runIf(process.platform === 'linux')('leaves no process behind when it is killed', async () => {
    const { child } = await startFixture();
    expect(processesOfProfile().length).toBeGreaterThan(1);
    child.kill('SIGKILL');
    await until('no process', () => processesOfProfile().length === 0);
  });

  it.runIf(process.platform === 'linux')('ends with the process that drives it', async () => {
    const driver = `require('node:child_process').spawn(process.execPath,
      ${JSON.stringify([cli, '--inspect=0', fixture, `--user-data-dir=${profile}`])}, { stdio: ['pipe', 'ignore', 'ignore'] });
      setInterval(() => undefined, 1e6);`;
    const { child } = run(['-e', driver]);
    await until('the browser', () => browsersOfProfile().length > 0);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(processesOfProfile()).not.toEqual([]);
    await until('no process', () => processesOfProfile().length === 0);
  });

  it('starts again on the profile of a killed one', async () => {
    const first = await startFixture();
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const second = await startFixture();
    second.child.kill('SIGTERM');
    expect(await once(second.child, 'exit')).toEqual([0, null]);
  });

  it('has a browser that keeps no typed passwords', async () => {
    const { child } = await startFixture();
    child.kill('SIGTERM');
    await once(child, 'exit');
    const file = path.join(profile, 'standin-profile/Default/Preferences');
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toMatchObject({
      credentials_enable_service: false,
    });
  });

  it('says Electron’s version as Electron does', async () => {
    const { child, printed } = run([cli, '--version']);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(printed()).toMatch(/^v\d+\.\d+\.\d+\n$/);
  });

  it('says in one sentence that there is no browser, with exit code 3', async () => {
    const env = { STANDIN_HEADLESS: '0', STANDIN_IGNORE_SYSTEM_BROWSERS: '1', STANDIN_BROWSER: '' };
    const { child, printed } = run([cli, fixture, `--user-data-dir=${profile}`], env);
    expect(await once(child, 'exit')).toEqual([3, null]);
    expect(printed().trim().split('\n')).toEqual([expect.stringContaining('STANDIN_BROWSER')]);
  });

  it('shows the stack of an app that cannot start, with exit code 1', async () => {
    const broken = path.join(profile, 'broken.mjs');
    fs.writeFileSync(path.join(profile, 'package.json'), '{"name":"broken","version":"1.0.0"}');
    fs.writeFileSync(broken, `import 'electron'; throw new Error('cannot start');`);
    const { child, printed } = run([cli, broken, `--user-data-dir=${profile}`]);
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(printed()).toContain('cannot start');
  });
});
