// Unpacks the headless Chromium of the npm package @sparticuz/chromium once, into the project's
// cache. Uses neither the package's executablePath() (a predictable name in the temporary folder)
// nor its arguments (they switch web security off). Linux on x64 only, as the package is.
import fs from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { unpackTar } from './tar-archive.ts';

const project = path.join(import.meta.dirname, '../..');
const packageFolder = path.join(project, 'node_modules/@sparticuz/chromium');
const decompress = promisify(brotliDecompress);

export interface UnpackedBrowser {
  readonly executable: string;
  /** What the browser's environment needs beyond ours. */
  readonly env: Readonly<Record<string, string>>;
}

export function npmChromiumIsInstalled(): boolean {
  return (
    process.platform === 'linux' &&
    process.arch === 'x64' &&
    fs.existsSync(path.join(packageFolder, 'bin/chromium.br'))
  );
}

/** Unpacks on the first call (a few seconds), answers at once afterwards. Safe to call in parallel. */
export async function unpackNpmChromium(
  cacheFolder: string = path.join(project, '.cache'),
): Promise<UnpackedBrowser> {
  // Without a wait where it is there: the browser starts before the app goes on, as Electron's does.
  const manifest = fs.readFileSync(path.join(packageFolder, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { readonly version: string };
  const folder = path.join(cacheFolder, `chromium-${version}`);
  if (!fs.existsSync(folder)) await unpackInto(folder);
  return { executable: path.join(folder, 'chromium'), env: missingOnThisMachine(folder) };
}

/** Written beside and renamed, so that a folder of the final name is always complete. */
async function unpackInto(folder: string): Promise<void> {
  const beside = `${folder}.${process.pid}.part`;
  const inflate = async (name: string): Promise<Buffer> =>
    decompress(await readFile(path.join(packageFolder, 'bin', name)));
  await rm(beside, { recursive: true, force: true });
  await mkdir(beside, { recursive: true });
  await writeFile(path.join(beside, 'chromium'), await inflate('chromium.br'), { mode: 0o755 });
  await unpackTar(await inflate('al2023.tar.br'), beside);
  await unpackTar(await inflate('fonts.tar.br'), beside);
  await writeFile(path.join(beside, 'fonts.conf'), fontsConfiguration(folder));
  try {
    await rename(beside, folder);
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    // Another process was faster: its folder is as good as ours.
    if (!fs.existsSync(folder)) throw error;
  }
}

const fontsConfiguration = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(folder, 'fonts')}</dir>
  <cachedir>${path.join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;

/** The package's own libraries and fonts, only where the machine has none. */
function missingOnThisMachine(folder: string): Record<string, string> {
  const env: Record<string, string> = {};
  const libraryFolders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib64', '/lib64', '/usr/lib'];
  const has = (name: string): boolean =>
    libraryFolders.some((place) => fs.existsSync(path.join(place, name)));
  if (!['libnss3.so', 'libnspr4.so', 'libexpat.so.1'].every(has)) {
    env['LD_LIBRARY_PATH'] = path.join(folder, 'lib');
  }
  const fontsHere = '/usr/share/fonts';
  const hasFonts =
    fs.existsSync('/etc/fonts/fonts.conf') &&
    fs.existsSync(fontsHere) &&
    fs.readdirSync(fontsHere).length > 0;
  if (!hasFonts) env['FONTCONFIG_FILE'] = path.join(folder, 'fonts.conf');
  return env;
}
