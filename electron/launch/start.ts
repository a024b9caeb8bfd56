// `npm start`: builds, then runs what `choose` names, and ends in a window, in a tour or in a sentence. Never opens a
// debugging port, and never adds `--no-sandbox`. Exit codes of its own: 1 nothing could be started, 3 no browser.
import path from 'node:path';
import { choose, couldNotStart, parseWish, standInSentence, whatHelps } from './choose.ts';
import { follow, type End } from './follow.ts';
import { electronBinary, installElectron, isReleased, standInFolder } from './install.ts';
import { installHint, needBrowser } from '../../test/host/browser-search.ts';

const project = path.join(import.meta.dirname, '../..');
const { platform, env } = process;
const given = parseWish(process.argv.slice(2));
const wish = { ...given, invisible: given.invisible || env['STANDIN_HEADLESS'] === '1' };
const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);
const node = (program: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
  follow(process.execPath, [path.join(project, program), ...args], { ...env, ...more });

const display = platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
const facts = { platform, display, root: process.getuid?.() === 0, released: isReleased() };
const choice = choose({ ...facts, installed: electronBinary() !== null }, wish);
if (choice.host === 'stand-in' || choice.tour !== null) say(choice.sentence);
if (wish.build) {
  const built = await node('node_modules/vite/bin/vite.js', ['build', '--app', '--logLevel=warn']);
  if (built.code !== 0) leave(built);
}
const unseen = display && !wish.invisible ? null : { STANDIN_HEADLESS: '1' };
if (choice.tour !== null) {
  if (choice.host === 'stand-in') needBrowser(false);
  const host = choice.host === 'stand-in' ? { ELECTRON_OVERRIDE_DIST_PATH: standInFolder } : {};
  leave(await node('test/tour.ts', [path.resolve(choice.tour)], { ...unseen, ...host }));
}
if (choice.host === 'electron') say(standInSentence(await runElectron(choice.sentence)));
needBrowser(unseen === null);
const more = { ...unseen, STANDIN_FOLLOW_PARENT: '1' };
leave(await node('test/host/cli.ts', ['.', ...wish.appArgs], more));

/** Returns only where the stand-in is to follow: why, as half a sentence. */
async function runElectron(sentence: string): Promise<string> {
  if (electronBinary() === null) {
    say('Electron is downloaded, once: about 120 MB.');
    const why = await installElectron();
    if (why !== null) {
      return `it could not be downloaded: ${why} (HTTPS_PROXY and ELECTRON_MIRROR name other ways)`;
    }
  }
  const executable = electronBinary();
  if (executable === null) return 'its archive holds no program';
  say(sentence);
  // The first would start a plain Node; the second is Node's, and none of the app's.
  const { ELECTRON_RUN_AS_NODE: _asNode, NODE_COMPILE_CACHE: _compiled, ...own } = env;
  const end = await follow(executable, ['.', ...wish.appArgs], own);
  if (end.asked || !couldNotStart(end)) leave(end);
  const help = platform === 'linux' ? whatHelps(end, executable, installHint().libraries) : [];
  for (const line of help) say(line);
  const how = end.signal === null ? `with exit code ${end.code}` : `by ${end.signal}`;
  return `it ended ${how} before it could show a window`;
}

/** Its exit code becomes ours; an end that was asked for is none to complain of. */
function leave({ code, signal, asked }: End): never {
  if (signal !== null && !asked) say(`It was ended by ${signal}.`);
  process.exit(code ?? (asked ? 130 : 1));
}
