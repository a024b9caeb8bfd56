// `npm start`: builds, then starts the app on real Electron where its binary is present or can be
// fetched, otherwise on the stand-in host. Never opens a debugging port.
// Exit codes of its own: 2 real Electron without a display, 3 no browser for the stand-in.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { findBrowser, noBrowserSentence } from '../../test/host/browser-search.ts';
import { electronBinary } from './electron-binary.ts';
import { fetchElectronIfPossible } from './electron-download.ts';
import { followParent } from '../../test/host/follow-parent.ts';
import { parseStartOptions } from './start-options.ts';
import { runsHeadless } from '../../test/host/visibility.ts';

const EXIT_NO_DISPLAY = 2;
const EXIT_NO_BROWSER = 3;
const project = path.join(import.meta.dirname, '../..');
const options = parseStartOptions(process.argv.slice(2));
const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

const noDisplay =
  'No display: the windows stay invisible. Use a virtual one (xvfb-run -a npm start), or npm start -- --screenshot=<file> for a picture of each window.';

if (options.build) build();
const binary = await realElectron();
if (binary === null) runStandIn();
else runElectron(binary);

function build(): void {
  const vite = path.join(project, 'node_modules/vite/bin/vite.js');
  const built = spawnSync(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
    cwd: project,
    stdio: 'inherit',
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
}

async function realElectron(): Promise<string | null> {
  // A picture without a display is a thing only the stand-in can take.
  if (options.standIn || options.screenshot !== null) return null;
  if (electronBinary() === null) await fetchElectronIfPossible();
  return electronBinary();
}

function runElectron(executable: string): void {
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    say('No display: Electron cannot run. Use a virtual one: xvfb-run -a npm start.');
    process.exit(EXIT_NO_DISPLAY);
  }
  follow(executable, ['.', ...options.appArgs], {});
}

function runStandIn(): void {
  const headless = options.screenshot !== null || runsHeadless();
  const found = findBrowser(!headless);
  if (found === null) {
    const headlessThere = findBrowser(false) !== null;
    say(noBrowserSentence({ needsWindows: !headless, headlessThere, platform: process.platform }));
    process.exit(EXIT_NO_BROWSER);
  }
  const browser = found.kind === 'npm' ? 'the npm Chromium' : found.executable;
  const why = electronBinary() === null ? 'its binary is not here' : 'as asked';
  say(
    `Not on Electron (${why}) but on the stand-in host: Node ${process.versions.node} and ${browser}.`,
  );
  if (headless && options.screenshot === null) say(noDisplay);
  const pictures =
    options.screenshot === null
      ? {}
      : { STANDIN_SCREENSHOT: path.resolve(options.screenshot), STANDIN_HEADLESS: '1' };
  const cli = path.join(project, 'test/host/cli.ts');
  // Its input is a pipe of ours, whose end tells it that we are gone.
  follow(
    process.execPath,
    [cli, '.', ...options.appArgs],
    { ...pictures, STANDIN_FOLLOW_PARENT: '1' },
    'pipe',
  );
}

/** Runs the host to its end: signals go on to it, its exit code becomes ours. */
function follow(
  executable: string,
  args: readonly string[],
  env: Record<string, string>,
  input: 'inherit' | 'pipe' = 'inherit',
): void {
  const child = spawn(executable, args, {
    cwd: project,
    stdio: [input, 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  // npm ends its shell and not what runs in it.
  followParent(() => child.kill('SIGTERM'), null);
  child.on('error', (error) => {
    say(error.message);
    process.exit(1);
  });
  child.on('exit', (code) => process.exit(code ?? 1));
}
