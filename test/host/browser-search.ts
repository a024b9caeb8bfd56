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
  | { readonly kind: 'file'; readonly executable: string; readonly canShow: boolean }
  /** The npm package's headless browser, still to be unpacked. */
  | { readonly kind: 'npm' };

export const noBrowserSentence =
  'No Chromium-family browser was found: install Chromium, Chrome or Edge, or name one in STANDIN_BROWSER.';

/** `needsWindows`: a person is to see the windows, so headless-only browsers do not count. */
export function findBrowser(
  needsWindows: boolean,
  env: NodeJS.ProcessEnv = process.env,
): FoundBrowser | null {
  const chosen = env['STANDIN_BROWSER'];
  if (chosen) {
    return { kind: 'file', executable: chosen, canShow: !chosen.includes('headless') };
  }
  const names = needsWindows ? windowed : [...headlessOnly, ...windowed];
  const system = env['STANDIN_IGNORE_SYSTEM_BROWSERS'] ? null : findSystemBrowser(names, env);
  if (system !== null) {
    const canShow = !headlessOnly.includes(path.basename(system));
    return { kind: 'file', executable: system, canShow };
  }
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
