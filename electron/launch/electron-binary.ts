// Whether Electron's real binary is installed. Looks at files only: requiring the npm package would
// start a download.
import fs from 'node:fs';
import path from 'node:path';

export const electronPackage = path.join(import.meta.dirname, '../../node_modules/electron');

/** The path of the executable, or null. */
export function electronBinary(): string | null {
  try {
    const name = fs.readFileSync(path.join(electronPackage, 'path.txt'), 'utf8').trim();
    const file = path.join(electronPackage, 'dist', name);
    return fs.existsSync(file) ? file : null;
  } catch {
    return null;
  }
}
