// STANDIN_SCREENSHOT=<file>: writes a PNG of every window once the app has settled, then ends
// with exit code 0.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { app } from './app.ts';
import { hostNews, liveWindows } from './host-state.ts';

/** No new window for this long means that the app has settled. */
const SETTLED_AFTER_MS = 1_000;
const LIMIT_MS = 60_000;

/** The first window goes to `file`; further ones get a number before the extension. */
export function photographWindows(file: string): void {
  const { dir, name, ext } = path.parse(path.resolve(file));
  let timer: NodeJS.Timeout | undefined;
  const photograph = async (): Promise<void> => {
    let number = 1;
    for (const window of liveWindows.values()) {
      const suffix = number === 1 ? '' : `-${number}`;
      const target = path.join(dir, `${name}${suffix}${ext || '.png'}`);
      await writeFile(target, await window.webContents.picture());
      process.stdout.write(`${target}: ${window.getTitle()}\n`);
      number++;
    }
    app.exit(number === 1 ? 1 : 0);
  };
  const failed = (error: unknown): void => {
    console.error('stand-in host: no screenshot:', error);
    app.exit(1);
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void photograph().catch(failed), SETTLED_AFTER_MS);
  };
  hostNews.on('window-created', (window) => {
    window.once('ready-to-show', soon);
  });
  setTimeout(() => failed(new Error(`no window within ${LIMIT_MS} ms`)), LIMIT_MS).unref();
}
