// The stand-in's executable: takes Electron's command line, so that `electron .`, the npm package and
// Playwright's _electron start it unchanged. Owns the order: hooks, inspector, preloaded modules,
// the app's main bundle up to its first await, then the browser and `ready`.
import './register.ts';
import inspector from 'node:inspector';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { readAppFacts } from './app-facts.ts';
import { app } from './app.ts';
import { EXIT_NO_BROWSER } from './browser-search.ts';
import { parseCommandLine } from './command-line.ts';
import { followParent } from './follow-parent.ts';
import { warnOfRejections } from './strict.ts';
import { runsHeadless } from './visibility.ts';

const args = process.argv.slice(2);
const line = parseCommandLine(args);
if (line.asksForVersion) {
  process.stdout.write(`v${process.versions['electron'] ?? ''}\n`);
  process.exit(0);
}
process.argv = [process.execPath, ...args];
const { mainFile } = readAppFacts(line.app);

const inspect = line.switches.get('inspect');
if (inspect !== undefined) {
  inspector.open(Number(inspect.split(':').at(-1) || '9229'), '127.0.0.1');
}
if (inspect !== undefined || process.env['STANDIN_FOLLOW_PARENT']) followParent(() => app.exit(0));

// As Electron: the first of each quits in order, and the next has its usual effect. A listener of the app takes
// the place of this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    if (process.listenerCount(signal) === 0) app.quit();
  });
}

warnOfRejections();

const require = createRequire(import.meta.url);
for (const id of line.requires) require(id);

// A module beside the app's in one import list is evaluated as soon as the app's code reaches its
// first await, which may itself wait for `ready`.
const started = new Promise<void>((resolve) => {
  Object.assign(globalThis, { __standinMainStarted: resolve });
});
const marker = 'data:text/javascript,globalThis.__standinMainStarted()';
const wrapper = `import ${JSON.stringify(pathToFileURL(mainFile).href)};import ${JSON.stringify(marker)};`;
const loaded = import(`data:text/javascript,${encodeURIComponent(wrapper)}`);
loaded.catch((error: unknown) => {
  console.error(error);
  app.exit(1);
});
await Promise.race([started, loaded]);
Reflect.deleteProperty(globalThis, '__standinMainStarted');

await app.start().catch((error: unknown) => {
  console.error(`stand-in host: ${error instanceof Error ? error.message : String(error)}`);
  if (!runsHeadless()) {
    console.error(
      'The browser could show no window: is the display there that DISPLAY or WAYLAND_DISPLAY names? npm start -- --tour needs none.',
    );
  }
  process.exit(EXIT_NO_BROWSER);
});
