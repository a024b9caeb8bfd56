// app.getPath, for what the app asks. userData follows --user-data-dir, as in Electron.
import os from 'node:os';
import path from 'node:path';
import { appFacts } from './app-facts.ts';

function appDataFolder(): string {
  const home = os.homedir();
  if (process.platform === 'win32') {
    return process.env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming');
  }
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Application Support');
  return process.env['XDG_CONFIG_HOME'] ?? path.join(home, '.config');
}

/** Throws Electron's error for an unknown name. */
export function pathOf(name: string): string {
  switch (name) {
    case 'home':
      return os.homedir();
    case 'userData': {
      const { manifest, switches } = appFacts();
      const asked = switches.get('user-data-dir');
      if (asked) return path.resolve(asked);
      return path.join(appDataFolder(), manifest.productName ?? manifest.name);
    }
    default:
      throw new Error(`Failed to get '${name}' path`);
  }
}
