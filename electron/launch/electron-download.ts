// Fetches Electron's binary through its own install script, but only after a quick look whether the
// place it comes from answers: the script itself has no time limit.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { electronPackage } from './electron-binary.ts';

const LOOK_LIMIT_MS = 3_000;
const INSTALL_LIMIT_MS = 10 * 60_000;

function archiveAddress(): string {
  const manifest = fs.readFileSync(path.join(electronPackage, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { readonly version: string };
  const mirror =
    process.env['ELECTRON_MIRROR'] ??
    process.env['npm_config_electron_mirror'] ??
    'https://github.com/electron/electron/releases/download/';
  return `${mirror}v${version}/electron-v${version}-${process.platform}-${process.arch}.zip`;
}

async function canBeFetched(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(LOOK_LIMIT_MS);
    const { status } = await fetch(archiveAddress(), {
      method: 'HEAD',
      redirect: 'manual',
      signal,
    });
    return status < 400;
  } catch {
    return false;
  }
}

/** Resolves when there is nothing more to wait for; whether the binary is there now is another question. */
export async function fetchElectronIfPossible(): Promise<void> {
  if (!(await canBeFetched())) return;
  spawnSync(process.execPath, [path.join(electronPackage, 'install.js')], {
    stdio: 'inherit',
    timeout: INSTALL_LIMIT_MS,
  });
}
