// S26: the native module of another system and processor, which npm brings before a package is made. The registry is
// one of the test's own on loopback; the npm is the real one.
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nativePackage } from '../../resources/hooks/native-module.mjs';
import { lockedPackages } from '../support/lock-file.ts';
import { ownFolder } from '../support/own-folder.ts';

const hook = path.join(import.meta.dirname, '../../resources/hooks/native-module.mjs');
const NAME = '@node-rs/argon2-win32-arm64-msvc';
const VERSION = '2.2.1';
/** electron-builder's number for it. */
const ARM64 = 3;
const sum = (bytes: Buffer): string =>
  `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

const at = ownFolder();
let archive: Buffer;
let registry: http.Server;

beforeEach(async () => {
  const inside = at('made/package');
  mkdirSync(inside, { recursive: true });
  writeFileSync(
    path.join(inside, 'package.json'),
    JSON.stringify({ name: NAME, version: VERSION }),
  );
  writeFileSync(path.join(inside, 'argon2.win32-arm64-msvc.node'), 'code');
  execFileSync('tar', ['-czf', 'made.tgz', '-C', 'made', 'package'], { cwd: at() });
  archive = readFileSync(at('made.tgz'));
  registry = http.createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) return void response.end(archive);
    const { port } = registry.address() as AddressInfo;
    const tarball = `http://127.0.0.1:${port}/module.tgz`;
    const one = { name: NAME, version: VERSION, dist: { tarball, integrity: sum(archive) } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name: NAME, versions: { [VERSION]: one } }));
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  registry.close();
  registry.closeAllConnections();
});

const modules = (): string => at('project/node_modules', path.dirname(NAME));

/** Runs the hook as the packager does, in a process of its own; answers what it said where it failed. */
async function bring(integrity: string): Promise<string> {
  const project = at('project');
  mkdirSync(project, { recursive: true });
  const packages = { [`node_modules/${NAME}`]: { version: VERSION, integrity } };
  writeFileSync(path.join(project, 'package-lock.json'), JSON.stringify({ packages }));
  const call = `import { bringNativeModule } from ${JSON.stringify(hook)}; bringNativeModule('win32', ${ARM64}, ${JSON.stringify(project)})`;
  const { port } = registry.address() as AddressInfo;
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: at('cache'),
    npm_config_fetch_retries: '0',
  };
  const args = ['--input-type=module', '-e', call];
  return await promisify(execFile)(process.execPath, args, { env }).then(
    () => '',
    (error: { readonly stderr: string }) => error.stderr,
  );
}

describe('the native module of another system', () => {
  it('is brought by npm, in the version and with the sum of the lock file', async () => {
    expect(await bring(sum(archive))).toBe('');
    expect(readdirSync(path.join(modules(), path.basename(NAME))).toSorted()).toEqual([
      'argon2.win32-arm64-msvc.node',
      'package.json',
    ]);
    expect(readdirSync(modules())).toEqual([path.basename(NAME)]);
  });

  it('is not taken where it is another than the lock file names', async () => {
    expect(await bring(sum(Buffer.from('another')))).toContain(
      'is not what package-lock.json names',
    );
    expect(readdirSync(modules())).toEqual([]);
  });

  it('is missed with the words of npm where it cannot be had', async () => {
    registry.removeAllListeners('request');
    registry.on('request', (_request, response) => response.writeHead(404).end());
    expect(await bring(sum(archive))).toMatch(/npm could not bring .*Its words: .*404/);
    expect(existsSync(path.join(modules(), path.basename(NAME)))).toBe(false);
  });

  it('is not asked for again where it is there', async () => {
    const place = path.join(modules(), path.basename(NAME));
    mkdirSync(place, { recursive: true });
    writeFileSync(path.join(place, 'package.json'), '{}');
    expect(await bring('another sum')).toBe('');
    expect(readdirSync(place)).toEqual(['package.json']);
  });

  it('is known to the lock file for each system and processor', () => {
    const known = lockedPackages().map(({ name }) => name);
    for (const system of ['linux', 'darwin', 'win32']) {
      for (const processor of ['x64', 'arm64']) {
        expect(known).toContain(nativePackage(system, processor));
      }
    }
    expect(nativePackage('freebsd', 'x64')).toBeNull();
  });
});
