// Whether Electron's real binary is installed, and whether there is one for this machine at all. Looks at files
// only: requiring the npm package would start a download.
import fs from 'node:fs';
import path from 'node:path';

export const electronPackage = path.join(import.meta.dirname, '../../node_modules/electron');

/** The stand-in under the name that Electron's npm package expects. */
export const standInFolder = path.join(import.meta.dirname, '../../test/host/bin');

/** Electron's npm package takes the binary from the folder that ELECTRON_OVERRIDE_DIST_PATH names. */
const distFolder = (): string =>
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] || path.join(electronPackage, 'dist');

/** Chromium's helper for systems without user namespaces, beside the binary. */
export const sandboxHelper = (): string => path.join(distFolder(), 'chrome-sandbox');

/** The version that package.json names. */
export function electronVersion(): string {
  const manifest = fs.readFileSync(path.join(electronPackage, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

/** SHA-256 of every archive of this version, by name, as the npm package lists them. */
export function archiveChecksums(): Readonly<Record<string, string>> {
  const text = fs.readFileSync(path.join(electronPackage, 'checksums.json'), 'utf8');
  return JSON.parse(text) as Record<string, string>;
}

/** Name of the archive for this system and processor. */
export const archiveName = (): string =>
  `electron-v${electronVersion()}-${process.platform}-${process.arch}.zip`;

export const isReleased = (): boolean => archiveName() in archiveChecksums();

/** The path of the executable, or null: not installed, half unpacked, or of another version. */
export function electronBinary(): string | null {
  const elsewhere = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (elsewhere && path.resolve(elsewhere) !== standInFolder) {
    // Whoever names a folder answers for what is in it.
    const file = path.join(elsewhere, process.platform === 'win32' ? 'electron.exe' : 'electron');
    return fs.existsSync(file) ? file : null;
  }
  try {
    const read = (name: string): string =>
      fs.readFileSync(path.join(electronPackage, name), 'utf8').trim();
    if (read('dist/version').replace(/^v/, '') !== electronVersion()) return null;
    const file = path.join(electronPackage, 'dist', read('path.txt'));
    return fs.existsSync(file) ? file : null;
  } catch {
    return null;
  }
}
