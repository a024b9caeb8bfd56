// `npm start`: builds, then starts the app on the host that `chooseHost` names, and ends in a window or in a
// sentence. Never opens a debugging port, and never adds `--no-sandbox`.
// Exit codes of its own: 1 nothing could be started, 3 no browser for the stand-in.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import {
  afterEarlyEnd,
  chooseHost,
  couldNotStart,
  type HostChoice,
  type LaunchFacts,
} from './choose-host.ts';
import { compiledFolder } from './compile-cache.ts';
import { electronBinary, electronVersion } from './electron-binary.ts';
import { downloadElectron } from './electron-download.ts';
import { followHost, type HostEnd } from './follow-host.ts';
import { launchFacts, missingLibraries } from './machine-facts.ts';
import { parseStartOptions } from './start-options.ts';
import { findBrowser, noBrowserSentence } from '../../test/host/browser-search.ts';
import { runsHeadless } from '../../test/host/visibility.ts';

const EXIT_NO_BROWSER = 3;
const project = path.join(import.meta.dirname, '../..');
const options = parseStartOptions(process.argv.slice(2));
const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

if (options.build) build();
if (options.tour !== null) await runTour(options.tour);
else await start();

function build(): void {
  const vite = path.join(project, 'node_modules/vite/bin/vite.js');
  const built = spawnSync(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
    cwd: project,
    stdio: 'inherit',
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
}

async function runTour(folder: string): Promise<void> {
  const tour = path.join(project, 'test/tour.ts');
  leave(
    await followHost({
      executable: process.execPath,
      args: [tour, path.resolve(folder)],
      cwd: project,
      env: process.env,
    }),
  );
}

async function start(): Promise<void> {
  const facts = await launchFacts();
  const { standIn, electron, noSandbox } = options;
  const pictures = options.screenshot !== null;
  const choice = chooseHost(facts, { standIn, electron, pictures, noSandbox });
  if (choice.host === 'stand-in') return await runStandIn(choice);
  if (choice.from !== 'installed') {
    const failed = await fetchBinary(facts);
    if (failed !== null) return await runStandIn(failed);
  }
  await runElectron(facts);
}

async function fetchBinary(facts: LaunchFacts): Promise<HostChoice | null> {
  const called = new AbortController();
  const callOff = (): void => called.abort();
  process.once('SIGINT', callOff);
  const why = await downloadElectron({
    say,
    sayProgress,
    proxy: facts.proxy,
    folder: path.join(project, '.cache/electron'),
    cancelled: called.signal,
  });
  process.off('SIGINT', callOff);
  if (called.signal.aborted) process.exit(130);
  if (why === null) return null;
  return {
    host: 'stand-in',
    because: `Electron could not be downloaded: ${why}`,
    commands: [
      'npm start (tries again, and continues where it was)',
      'HTTPS_PROXY=http://… npm start (by a proxy)',
      'ELECTRON_MIRROR=https://… npm start (from another place)',
    ],
  };
}

let lastTenth = -1;
/** One line that moves on a terminal; elsewhere a line for each tenth. */
function sayProgress(line: string): void {
  if (process.stderr.isTTY) {
    process.stderr.write(`\r  ${line.padEnd(40)}${line.includes('100 %') ? '\n' : ''}`);
    return;
  }
  const tenth = Math.floor(Number.parseInt(line, 10) / 10);
  if (tenth === lastTenth) return;
  lastTenth = tenth;
  say(`  ${line}`);
}

async function runElectron(facts: LaunchFacts): Promise<void> {
  const executable = electronBinary();
  if (executable === null) return fail('Electron is unpacked and yet not there.');
  say(
    `On Electron ${electronVersion()}. If no window comes: Ctrl+C, then npm start -- --stand-in.`,
  );
  if (options.noSandbox) {
    say('Without its sandbox, as asked: a page that turns hostile could do what you can do.');
  }
  // The environment that makes Electron a plain Node would start no app.
  const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env;
  const args = ['.', ...options.appArgs];
  const end = await followHost({ executable, args, cwd: project, env }).catch(cannotRun);
  if (end.asked || options.electron || !couldNotStart(end)) return leave(end);
  const libraries = facts.platform === 'linux' ? missingLibraries(executable) : [];
  await runStandIn(afterEarlyEnd({ ...facts, missingLibraries: libraries }, end));
}

/** A binary that the system cannot run at all is one that could not start. */
function cannotRun(error: unknown): HostEnd {
  say(error instanceof Error ? error.message : String(error));
  return { code: 127, signal: null, afterMs: 0, asked: false };
}

async function runStandIn(choice: HostChoice): Promise<void> {
  const headless = options.screenshot !== null || runsHeadless();
  const found = findBrowser(!headless);
  for (const line of standInLines(choice)) say(line);
  if (found === null) {
    const headlessThere = findBrowser(false) !== null;
    say(noBrowserSentence({ needsWindows: !headless, headlessThere, platform: process.platform }));
    process.exit(EXIT_NO_BROWSER);
  }
  const browser = found.kind === 'npm' ? 'the npm Chromium' : found.executable;
  say(`The stand-in is Node ${process.versions.node} and ${browser}.`);
  if (headless && options.screenshot === null) {
    say(
      'Its windows stay invisible. npm start -- --tour goes through the main job in them and leaves pictures; npm start -- --screenshot=<file> takes one of each window.',
    );
  }
  const pictures =
    options.screenshot === null
      ? {}
      : { STANDIN_SCREENSHOT: path.resolve(options.screenshot), STANDIN_HEADLESS: '1' };
  const end = await followHost({
    executable: process.execPath,
    args: [path.join(project, 'test/host/cli.ts'), '.', ...options.appArgs],
    cwd: project,
    env: {
      NODE_COMPILE_CACHE: compiledFolder,
      ...process.env,
      ...pictures,
      STANDIN_FOLLOW_PARENT: '1',
    },
  });
  leave(end);
}

function standInLines(choice: HostChoice): readonly string[] {
  if (choice.host !== 'stand-in') return [];
  const sentence = `Not on Electron but on the stand-in host, because ${choice.because}.`;
  if (choice.commands.length === 0) return [sentence];
  return [sentence, 'What helps:', ...choice.commands.map((each) => `  ${each}`)];
}

/** Its exit code becomes ours; an end that was asked for is none to complain of. */
function leave({ code, signal, asked }: HostEnd): void {
  if (signal !== null && !asked) say(`It was ended by ${signal}.`);
  process.exit(code ?? (asked ? 130 : 1));
}

function fail(sentence: string): void {
  say(sentence);
  process.exit(1);
}
