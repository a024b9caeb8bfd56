// Before a package is made (electron-builder's `beforePack`): brings the native module for its system and processor,
// else the app would fail its self-test on every machine but this one. What npm brings must be what the lock file names.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** electron-builder's numbers for processors. */
const processors = { 1: 'x64', 3: 'arm64' };
const suffixes = { linux: '-gnu', win32: '-msvc', darwin: '' };
const NPM_LIMIT_MS = 5 * 60_000;

/** The npm package that holds the native file; null where there is none. */
export function nativePackage(platform, processor) {
  const suffix = suffixes[platform];
  if (suffix === undefined || processor === undefined) return null;
  return `@node-rs/argon2-${platform}-${processor}${suffix}`;
}

/** Leaves one that is there alone. @throws where it cannot be had, or is not what the lock file names. */
export function bringNativeModule(platform, arch, project) {
  const name = nativePackage(platform, processors[arch]);
  if (name === null)
    throw new Error(`No native module is known for ${platform} (processor ${arch}).`);
  const place = path.join(project, 'node_modules', name);
  if (existsSync(path.join(place, 'package.json'))) return;
  const lock = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8'));
  const { version, integrity } = lock.packages[`node_modules/${name}`] ?? {};
  if (version === undefined) throw new Error(`package-lock.json does not name ${name}.`);
  mkdirSync(path.dirname(place), { recursive: true });
  // Beside its place: a folder is renamed within one disk alone.
  const folder = mkdtempSync(`${path.dirname(place)}/.bringing-`);
  try {
    const archive = packed(`${name}@${version}`, folder);
    const sum = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (sum !== integrity)
      throw new Error(
        `What npm brought as ${name}@${version} is not what package-lock.json names.`,
      );
    const unpacked = spawnSync('tar', ['-xzf', path.basename(archive)], { cwd: folder });
    if (unpacked.status !== 0) throw new Error(`${name}@${version} could not be unpacked.`);
    renameSync(path.join(folder, 'package'), place);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The archive of a package, as npm keeps it, in `folder`. */
function packed(specifier, folder) {
  const asked = spawnSync('npm', ['pack', '--json', specifier], {
    cwd: folder,
    encoding: 'utf8',
    timeout: NPM_LIMIT_MS,
    // npm is a script of the command line on Windows.
    shell: process.platform === 'win32',
  });
  const [{ filename } = {}] = asked.status === 0 ? JSON.parse(asked.stdout) : [];
  if (filename !== undefined) return path.join(folder, path.basename(filename));
  throw new Error(
    `npm could not bring ${specifier}, without which the app could open no vault. ` +
      `Its words: ${(asked.stderr ?? asked.error?.message ?? '').trim().split('\n')[0]}`,
  );
}

export default function beforePack({ electronPlatformName, arch, packager }) {
  bringNativeModule(electronPlatformName, arch, packager?.projectDir ?? process.cwd());
}
