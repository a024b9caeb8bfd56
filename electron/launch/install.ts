// Where Electron's binary is, and how it comes here: by the installer of its npm package, which knows mirrors, cache
// and checksums. Ours says how far it is, and gives up what stands still.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { follow } from './follow.ts';

const electronPackage = path.join(import.meta.dirname, '../../node_modules/electron');
/** The stand-in under the name that Electron's npm package expects. */
export const standInFolder = path.join(import.meta.dirname, '../../test/host/bin');
const STILL_MS = 30_000;

/** There is an archive for this system and processor; on Linux Electron needs the GNU C library. */
export function isReleased({ platform, arch } = process): boolean {
  const parsed = (file: string): unknown =>
    JSON.parse(fs.readFileSync(path.join(electronPackage, file), 'utf8'));
  const { version } = parsed('package.json') as { readonly version: string };
  const archive = `electron-v${version}-${platform}-${arch}.zip`;
  const { header } = process.report.getReport() as { readonly header: object };
  const hasLibrary = platform !== 'linux' || 'glibcVersionRuntime' in header;
  return hasLibrary && archive in (parsed('checksums.json') as object);
}

const PROGRAM: Readonly<Record<string, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

/** The path of the executable, or null: not installed, half unpacked, or the stand-in is named in its place. */
export function electronBinary(platform: string = process.platform): string | null {
  const elsewhere = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (elsewhere && path.resolve(elsewhere) === standInFolder) return null;
  const folder = elsewhere || path.join(electronPackage, 'dist');
  const file = path.join(folder, PROGRAM[platform] ?? 'electron');
  // The installer writes path.txt last; whoever names a folder answers for what is in it.
  const marker = elsewhere ? file : path.join(electronPackage, 'path.txt');
  return fs.existsSync(marker) && fs.existsSync(file) ? file : null;
}

/**
 * Null once the binary is unpacked, else why not, as half a sentence. Ctrl+C ends the process. Tests name a copy of the
 * package, and a shorter limit.
 */
export async function installElectron(
  folder = electronPackage,
  stillMs = STILL_MS,
): Promise<string | null> {
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'strongroom-electron-'));
  const { ELECTRON_OVERRIDE_DIST_PATH: _elsewhere, ...env } = process.env;
  // What is unfinished lies where we see it grow, and goes when it is called off.
  Object.assign(env, { TMPDIR: temporary, TEMP: temporary, TMP: temporary });
  // By the proxy that the environment names.
  env['NODE_USE_ENV_PROXY'] = '1';
  const still = new AbortController();
  const limit = setTimeout(() => still.abort(), stillMs);
  let bytes = 0;
  const look = setInterval(() => {
    const here = bytesUnder(temporary) + bytesUnder(path.join(folder, 'dist'));
    if (here === bytes) return;
    bytes = here;
    limit.refresh();
    if (process.stderr.isTTY) process.stderr.write(`\r  ${Math.round(bytes / 1e6)} MB \r`);
  }, 500);
  let said = '';
  const hear = (text: string): void => void (said += text);
  const installer = path.join(folder, 'install.js');
  const { code, asked } = await follow(process.execPath, [installer], env, hear, still.signal);
  clearTimeout(limit);
  clearInterval(look);
  fs.rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  if (asked) process.exit(130);
  if (still.signal.aborted) return `nothing came for ${Math.round(stillMs / 1000)} seconds`;
  return code === 0 ? null : reasonIn(said);
}

function bytesUnder(folder: string): number {
  try {
    const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.reduce((sum, name) => sum + fs.lstatSync(path.join(folder, name)).size, 0);
  } catch {
    return 0; // not there yet, or being moved
  }
}

/** The line of a stack trace that says what happened. */
function reasonIn(said: string): string {
  const reason = /^\w*Error[^:\n]*: (.+)$/m.exec(said)?.[1] ?? 'its installer gave no reason';
  return reason === 'fetch failed' ? 'its server could not be reached' : reason;
}
