// `npm run ci:packaged -- <executable> [seconds]`: starts a packaged app on a profile of its own and ends it as a system does. Its
// log must tell that it started on Electron, that no error was met, and that it quit; else the exit code is 1.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const START_LIMIT_MS = 60_000;
const END_LIMIT_MS = 30_000;

/** Seconds it is watched for: in ten the window has long been shown, or has failed to. */
const [executable = '', watchedSeconds = '10'] = process.argv.slice(2);
const WATCHED_MS = Number(watchedSeconds) * 1_000;
const home = mkdtempSync(path.join(os.tmpdir(), 'strongroom-packaged-'));
/** Windows asks the system for the folder of preferences, and no variable: it is the person's own there. */
const profile =
  process.platform === 'win32' ? path.join(process.env['APPDATA'] ?? home, 'Strongroom') : home;

function logged(): readonly { readonly event: string; readonly host?: string }[] {
  if (!existsSync(profile)) return [];
  const files = readdirSync(profile, { recursive: true, encoding: 'utf8' });
  const file = files.find((name) => name.endsWith('strongroom.log'));
  if (file === undefined) return [];
  // A line without its end is still being written.
  const lines = readFileSync(path.join(profile, file), 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as { event: string; host?: string });
}

async function faultOf(): Promise<string | null> {
  if (!existsSync(executable)) return `There is no ${executable || 'executable named'}.`;
  const child = spawn(executable, [], {
    stdio: 'inherit',
    // The folders of preferences on Linux and macOS: a switch for it would be refused.
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, CFFIXED_USER_HOME: home },
  });
  const ended = once(child, 'exit').catch(() => [null, 'not started']);
  try {
    return await faultWhileRunning(child, ended);
  } finally {
    // Whatever is thrown on the way: an app that lives on would keep its caller waiting for the end of its output.
    child.kill('SIGKILL');
  }
}

async function faultWhileRunning(
  child: ChildProcess,
  ended: Promise<readonly unknown[]>,
): Promise<string | null> {
  const state = { isOver: false };
  void ended.then(() => (state.isOver = true));
  const started = (): boolean => logged().some(({ event }) => event === 'started');
  for (let waited = 0; waited < START_LIMIT_MS && !state.isOver && !started(); waited += 100) {
    await pause(100);
  }
  for (let waited = 0; waited < WATCHED_MS && !state.isOver; waited += 100) await pause(100);
  if (state.isOver) return `It ended by itself (${(await ended).join(', ')}).`;
  child.kill('SIGTERM');
  const inTime = await Promise.race([
    ended.then(() => true),
    pause(END_LIMIT_MS, undefined, { ref: false }).then(() => false),
  ]);
  if (!inTime) return `It did not end within ${END_LIMIT_MS / 1000} seconds of being asked to.`;
  const events = logged();
  const host = events.find(({ event }) => event === 'started')?.host;
  if (host !== 'electron') return `Its log names the host ${host ?? 'not at all'}.`;
  const bad = events.find(({ event }) => /error|crashed/.test(event));
  if (bad !== undefined) return `Its log tells ${bad.event}.`;
  // Windows ends a process without a word.
  if (process.platform !== 'win32' && !events.some(({ event }) => event === 'quit')) {
    return 'Its log does not tell that it quit in order.';
  }
  return null;
}

const fault = await faultOf();
rmSync(home, { recursive: true, force: true, maxRetries: 5 });
process.stdout.write(fault === null ? `${executable} started and quit in order.\n` : `${fault}\n`);
process.exitCode = fault === null ? 0 : 1;
