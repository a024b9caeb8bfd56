// Which Chromium-family browser to use: an explicit setting, the system's, then the npm one.
// Only looks at the file system; starts nothing.
import fs from 'node:fs';
import path from 'node:path';
import { npmChromiumIsInstalled } from './npm-chromium.ts';

const windowed = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
  'brave-browser',
];
const headlessOnly = ['chromium-headless-shell', 'chrome-headless-shell'];
const fixedPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
];

export type FoundBrowser =
  | { readonly kind: 'file'; readonly executable: string }
  /** The npm package's headless browser, still to be unpacked. */
  | { readonly kind: 'npm' };

export interface BrowserNeed {
  /** A person is to see the windows. */
  readonly needsWindows: boolean;
  /** A browser without windows is there. */
  readonly headlessThere: boolean;
  readonly platform: NodeJS.Platform;
}

/** What is missing, what to install, and how to go on meanwhile. */
export function noBrowserSentence({ needsWindows, headlessThere, platform }: BrowserNeed): string {
  const install =
    platform === 'linux'
      ? 'Install Chromium (Debian and Ubuntu: sudo apt-get install chromium), Chrome or Edge'
      : 'Install Chromium, Chrome or Edge';
  const remedy = `${install}, or name one in STANDIN_BROWSER.`;
  if (!needsWindows || !headlessThere) return `No Chromium-family browser was found. ${remedy}`;
  return `There is a display, but the only browser here shows no windows. ${remedy} To go on without a window: npm start -- --tour goes through the main job and leaves pictures, npm start -- --screenshot=<file> takes a picture of each window, STANDIN_HEADLESS=1 npm start runs unseen.`;
}

/** `needsWindows`: a person is to see the windows, so headless-only browsers do not count. */
export function findBrowser(
  needsWindows: boolean,
  env: NodeJS.ProcessEnv = process.env,
): FoundBrowser | null {
  const chosen = env['STANDIN_BROWSER'];
  if (chosen) {
    const isHeadless = path.basename(chosen).includes('headless');
    return needsWindows && isHeadless ? null : { kind: 'file', executable: chosen };
  }
  const names = needsWindows ? windowed : [...headlessOnly, ...windowed];
  const system = env['STANDIN_IGNORE_SYSTEM_BROWSERS'] ? null : findSystemBrowser(names, env);
  if (system !== null) return { kind: 'file', executable: system };
  return !needsWindows && npmChromiumIsInstalled() ? { kind: 'npm' } : null;
}

function findSystemBrowser(names: readonly string[], env: NodeJS.ProcessEnv): string | null {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  for (const name of names) {
    for (const folder of folders) {
      const file = path.join(folder, name);
      if (fs.existsSync(file)) return file;
    }
  }
  return fixedPlaces.find((file) => fs.existsSync(file)) ?? null;
}
