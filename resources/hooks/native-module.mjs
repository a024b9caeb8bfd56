// Before a package is made (electron-builder's `beforePack`): the native module for its system and processor must be
// installed, else the app would fail its self-test on every machine but this one.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** electron-builder's numbers for processors. */
const processors = { 1: 'x64', 3: 'arm64' };
const suffixes = { linux: '-gnu', win32: '-msvc', darwin: '' };

/** The npm package that holds the native file; null where there is none. */
export function nativePackage(platform, processor) {
  const suffix = suffixes[platform];
  if (suffix === undefined || processor === undefined) return null;
  return `@node-rs/argon2-${platform}-${processor}${suffix}`;
}

/** @throws with the command that installs what is missing. */
export function checkNativeModule(platform, arch, project) {
  const name = nativePackage(platform, processors[arch]);
  if (name === null)
    throw new Error(`No native module is known for ${platform} (processor ${arch}).`);
  if (existsSync(path.join(project, 'node_modules', name, 'package.json'))) return;
  const manifest = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'));
  const version = manifest.dependencies['@node-rs/argon2'];
  const [, system, processor] = /argon2-(\w+)-(\w+)/.exec(name) ?? [];
  throw new Error(
    `${name} is not installed, and the app could not open a vault without it. Install it and package again: ` +
      `npm install --no-save --os=${system} --cpu=${processor}${system === 'linux' ? ' --libc=glibc' : ''} ${name}@${version}`,
  );
}

export default function beforePack({ electronPlatformName, arch, packager }) {
  checkNativeModule(electronPlatformName, arch, packager?.projectDir ?? process.cwd());
}
