// `npm run starts`: starts Strongroom as a person does, again and again, in a window that could be seen and for a
// picture, on fresh profiles and on one with a vault, idle and with both a busy and an idle machine. Each start
// must reach its first screen within five seconds; anything else is printed and ends with exit code 1.
// Options: --times=N of each (20), --only=<part of a name>.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writeVault } from './support/prepared-vault.ts';
import { pngPixels, showsFirstScreen } from './support/screen-colours.ts';
import { startVirtualDisplay, type VirtualDisplay } from './support/virtual-display.ts';
import { contents, LOW_COST, PASSPHRASE } from './unit/vault/vault-samples.ts';

const LIMIT_MS = 5_000;
/** A start that is late is watched this long: late and never are different faults. */
const WATCHED_MS = 20_000;
const LOOK_EVERY_MS = 50;
const project = path.join(import.meta.dirname, '..');
const option = (name: string): string | undefined =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const times = Number(option('times') ?? 20);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function start(profile: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(
    process.execPath,
    [
      'electron/launch/modern-node.js',
      'electron/launch/start.ts',
      '--no-build',
      '--stand-in',
      `--user-data-dir=${profile}`,
      ...args,
    ],
    { cwd: project, stdio: 'ignore', env: { ...process.env, WAYLAND_DISPLAY: '', ...env } },
  );
}

/** Milliseconds to the first screen, or null where it did not come. */
async function visibleStart(profile: string): Promise<number | null> {
  const display = await startVirtualDisplay(1440, 960);
  const startedMs = performance.now();
  const child = start(profile, [], { DISPLAY: display.name });
  const exited = once(child, 'exit');
  const reachedMs = await firstScreen(display, startedMs);
  child.kill('SIGTERM');
  await exited;
  await display.stop();
  return reachedMs;
}

async function firstScreen(display: VirtualDisplay, startedMs: number): Promise<number | null> {
  for (;;) {
    const nowMs = performance.now();
    if (showsFirstScreen({ bytes: display.pixels(), bytesPerPixel: 4, order: 'bgr' })) {
      return nowMs - startedMs;
    }
    if (nowMs - startedMs > WATCHED_MS) return null;
    await pause(LOOK_EVERY_MS);
  }
}

/** Milliseconds to the end of a start that takes a picture, or null where that is not of the first screen. */
async function pictureStart(profile: string): Promise<number | null> {
  const picture = path.join(profile, 'picture.png');
  const startedMs = performance.now();
  const child = start(profile, ['--invisible'], { STANDIN_SCREENSHOT: picture });
  const [code] = (await once(child, 'exit')) as [number | null];
  const tookMs = performance.now() - startedMs;
  return code === 0 && showsFirstScreen(pngPixels(fs.readFileSync(picture))) ? tookMs : null;
}

interface Way {
  readonly name: string;
  readonly start: (profile: string) => Promise<number | null>;
}
const ways: readonly Way[] = [
  { name: 'visible', start: visibleStart },
  { name: 'picture', start: pictureStart },
];

/** As many busy processes as there are cores. */
function busy(): readonly ChildProcess[] {
  return Array.from({ length: os.availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
}

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'strongroom-starts-'));
const withVault = path.join(root, 'vault');
await writeVault(withVault, PASSPHRASE, LOW_COST, () => ({ contents: contents(10) }));
let bad = 0;
for (const load of ['idle', 'under load'] as const) {
  for (const way of ways) {
    for (const kind of ['fresh', 'vault'] as const) {
      const name = `${way.name}, ${kind} profile, ${load}`;
      if (!name.includes(option('only') ?? '')) continue;
      const burners = load === 'under load' ? busy() : [];
      const took: (number | null)[] = [];
      for (let turn = 0; turn < times; turn += 1) {
        const profile =
          kind === 'vault' ? withVault : path.join(root, `${way.name}-${load}-${turn}`);
        fs.mkdirSync(profile, { recursive: true });
        took.push(await way.start(profile));
      }
      for (const burner of burners) burner.kill();
      const good = took.filter((ms) => ms !== null && ms <= LIMIT_MS).length;
      const known = took.filter((ms) => ms !== null).toSorted((a, b) => a - b);
      const figure = (at: number): string => `${Math.round(known[at] ?? 0)} ms`;
      bad += times - good;
      process.stdout.write(
        `${name}: ${good} of ${times}, median ${figure(Math.floor(known.length / 2))}, slowest ${figure(known.length - 1)}, never ${times - known.length}\n`,
      );
    }
  }
}
fs.rmSync(root, { recursive: true, force: true });
process.exitCode = bad === 0 ? 0 : 1;
