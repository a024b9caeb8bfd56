// Which Chromium-family browser to use: an explicit setting, the system's, then the npm one.
// Only looks at the file system; starts nothing. Owns what helps where none is there.
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

interface InstallHint {
  /** A browser with windows, as this system has it. */
  readonly browser: string;
  /** The libraries that Electron needs and a server does not have. */
  readonly libraries: string;
}

const chrome = 'install the package of Google Chrome (https://www.google.com/chrome)';
/** The name of libasound differs between releases; alsa-utils depends on it in each. */
const apt = 'sudo apt-get install libgtk-3-0 libnss3 libgbm1 alsa-utils';
const named = 'install what holds the libraries that it named';

/** By ID or ID_LIKE of os-release(5), the first that fits. */
const hints: readonly (readonly [system: RegExp, hint: InstallHint])[] = [
  [
    /\bubuntu\b/,
    {
      // Its chromium is a snap, which cannot write the profile of the stand-in.
      browser: `${chrome}, since Ubuntu has no deb of Chromium, or let Electron start`,
      libraries: apt,
    },
  ],
  [
    /\bdebian\b/,
    {
      browser: 'sudo apt-get install chromium',
      libraries: apt,
    },
  ],
  [
    /\bfedora\b/,
    {
      browser: 'sudo dnf install chromium',
      libraries: 'sudo dnf install gtk3 nss mesa-libgbm alsa-lib',
    },
  ],
  [
    /\barch\b/,
    {
      browser: 'sudo pacman -S chromium',
      libraries: 'sudo pacman -S gtk3 nss mesa alsa-lib',
    },
  ],
  [/\bsuse\b/, { browser: 'sudo zypper install chromium', libraries: named }],
];

/** @param release the text of os-release(5); empty where there is none. */
export function installHint(release = osRelease()): InstallHint {
  const systems = [...release.matchAll(/^(?:ID|ID_LIKE)=(.*)$/gm)].map(([, id]) => id).join(' ');
  const known = hints.find(([system]) => system.test(systems));
  return known?.[1] ?? { browser: 'install Chromium, Chrome or Edge', libraries: named };
}

function osRelease(): string {
  try {
    return fs.readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}

export const EXIT_NO_BROWSER = 3;

/** Ends the process with a sentence where there is no browser: what is missing, what helps, how to go on meanwhile. */
export function needBrowser(needsWindows: boolean): FoundBrowser {
  const found = findBrowser(needsWindows);
  if (found !== null) return found;
  const isWindowless = needsWindows && findBrowser(false) !== null;
  process.stderr.write(`${noBrowserSentence(isWindowless, installHint())}\n`);
  process.exit(EXIT_NO_BROWSER);
}

/** @param isWindowless a browser is there, and it shows no windows. */
export function noBrowserSentence(isWindowless: boolean, { browser }: InstallHint): string {
  const remedy = `What helps: ${browser}; or name one in STANDIN_BROWSER.`;
  if (!isWindowless) return `No Chromium-family browser was found. ${remedy}`;
  return `There is a display, but the only browser here shows no windows. ${remedy} Without a window: npm start -- --tour goes through the main job and leaves pictures, npm start -- --invisible keeps the app running.`;
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
