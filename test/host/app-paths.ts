// app.getPath and app.setPath. userData follows --user-data-dir, as in Electron.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { appFacts } from './app-facts.ts';

const chosen = new Map<string, string>();

function appDataFolder(): string {
  const home = os.homedir();
  if (process.platform === 'win32') {
    return process.env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming');
  }
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Application Support');
  return process.env['XDG_CONFIG_HOME'] ?? path.join(home, '.config');
}

/** `appName` names the default userData folder. Throws Electron's error for an unknown name. */
export function pathOf(name: string, appName: string): string {
  const own = chosen.get(name);
  if (own !== undefined) return own;
  const home = os.homedir();
  switch (name) {
    case 'home':
      return home;
    case 'temp':
      return os.tmpdir();
    case 'exe':
      return process.execPath;
    case 'appData':
      return appDataFolder();
    case 'userData': {
      const asked = appFacts().switches.get('user-data-dir');
      return asked ? path.resolve(asked) : path.join(pathOf('appData', appName), appName);
    }
    case 'sessionData':
    case 'crashDumps':
      return pathOf('userData', appName);
    case 'logs':
      return path.join(pathOf('userData', appName), 'logs');
    case 'desktop':
    case 'documents':
    case 'downloads':
    case 'music':
    case 'pictures':
    case 'videos':
      return path.join(home, name.charAt(0).toUpperCase() + name.slice(1));
    default:
      throw new Error(`Failed to get '${name}' path`);
  }
}

export function choosePath(name: string, folder: string): void {
  if (!path.isAbsolute(folder)) throw new Error('Path must be absolute');
  if (name === 'userData') fs.mkdirSync(folder, { recursive: true });
  chosen.set(name, folder);
}
