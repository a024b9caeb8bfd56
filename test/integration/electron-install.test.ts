// Electron's own installer, as `npm start` runs it, on a copy of its package and a mirror of this machine whose archive
// holds two small files. The temporary folder lies on another file system than the cache and the package.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { electronBinary, installElectron, isReleased } from '../../electron/launch/install.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';

const modules = path.join(import.meta.dirname, '../../node_modules');
const { version } = JSON.parse(
  readFileSync(path.join(modules, 'electron/package.json'), 'utf8'),
) as { readonly version: string };
const archive = storedZip({ electron: 'a program', version });
const archiveName = `electron-v${version}-${process.platform}-${process.arch}.zip`;
let folder: string;
let electron: string;
let otherDevice: string;
let server: Server;
let asked: string[];
let answer: RequestListener;

/** A zip of files that are stored as they are: APPNOTE 4.3.7, 4.3.12 and 4.3.16. */
function storedZip(files: Readonly<Record<string, string>>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  for (const [name, text] of Object.entries(files)) {
    const both = Buffer.alloc(26);
    both.writeUInt16LE(20, 0);
    both.writeUInt32LE(crc32(text), 10);
    both.writeUInt32LE(text.length, 14);
    both.writeUInt32LE(text.length, 18);
    both.writeUInt16LE(name.length, 22);
    const at = Buffer.alloc(14);
    at.writeUInt32LE(Buffer.concat(local).length, 10);
    local.push(Buffer.from('PK\u0003\u0004'), both, Buffer.from(name + text));
    central.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), both, at, Buffer.from(name));
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(central.length / 4, 4);
  end.writeUInt16LE(central.length / 4, 6);
  end.writeUInt32LE(Buffer.concat(central).length, 8);
  end.writeUInt32LE(Buffer.concat(local).length, 12);
  return Buffer.concat([...local, ...central, Buffer.from('PK\u0005\u0006'), end]);
}

beforeEach(async () => {
  // Beside the project, where its node_modules are.
  mkdirSync(path.join(modules, '.cache'), { recursive: true });
  folder = await mkdtemp(path.join(modules, '.cache/install-'));
  electron = path.join(folder, 'electron');
  await cp(path.join(modules, 'electron'), electron, {
    recursive: true,
    filter: (file) => !/electron\.d\.ts$|[/\\]dist$|path\.txt$/.test(file),
  });
  otherDevice = await mkdtemp(
    path.join(process.platform === 'linux' ? '/dev/shm' : os.tmpdir(), 'strongroom-'),
  );
  const sum = createHash('sha256').update(archive).digest('hex');
  await writeFile(path.join(electron, 'checksums.json'), JSON.stringify({ [archiveName]: sum }));
  asked = [];
  answer = (_request, response) => response.end(archive);
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('TMPDIR', otherDevice);
  vi.stubEnv('electron_config_cache', path.join(folder, 'cache'));
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${port()}/at/`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
  await rm(otherDevice, { recursive: true, force: true });
});

const port = (): number => (server.address() as AddressInfo).port;
const isInstalled = (): boolean => existsSync(path.join(electron, 'path.txt'));

describe('the installation of Electron', () => {
  it.runIf(process.platform === 'linux')(
    'goes from one file system to another, leaves nothing behind, and asks no network again',
    async () => {
      expect(statSync(otherDevice).dev).not.toBe(statSync(folder).dev);
      expect(await installElectron(electron)).toBeNull();
      expect(readFileSync(path.join(electron, 'dist/electron'), 'utf8')).toBe('a program');
      expect(readdirSync(otherDevice)).toEqual([]);
      await rm(path.join(electron, 'path.txt'));
      expect(await installElectron(electron)).toBeNull();
      expect(isInstalled()).toBe(true);
      expect(asked).toEqual([`/at/v${version}/${archiveName}`]);
    },
  );

  it.each<readonly [string, RequestListener, RegExp]>([
    ['is refused', (_, response) => response.writeHead(503).end(), /^Response code 503 /],
    ['has another checksum', (_, response) => response.end('something else'), /checksum/],
    ['is cut off', (_, response) => void response.destroy(), /^its server could not be reached$/],
    ['stands still', (_, response) => void response.write('PK'), /^nothing came for 2 seconds$/],
  ])('says in half a sentence that the archive %s', async (how, answered, why) => {
    answer = answered;
    // Long enough for an installer that starts on a slow machine, but where the limit itself is tried.
    const stillMs = how === 'stands still' ? 2_000 : 120_000;
    expect(await installElectron(electron, stillMs)).toMatch(why);
    expect(isInstalled()).toBe(false);
    expect(readdirSync(otherDevice)).toEqual([]);
  });

  it('goes by the proxy that the environment names', async () => {
    const proxy = await startConnectProxy();
    proxy.lead('electron.invalid', port());
    vi.stubEnv('ELECTRON_MIRROR', 'http://electron.invalid/');
    vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${proxy.port}`);
    for (const name of ['NO_PROXY', 'no_proxy', 'http_proxy']) vi.stubEnv(name, undefined);
    const why = await installElectron(electron);
    await proxy.stop();
    expect(why).toBeNull();
    expect(proxy.heads[0]).toContain('CONNECT electron.invalid:80');
  });
});

describe('Electron', () => {
  it.each([
    ['x64', true],
    ['mips', false],
  ] as const)('is released for the processors of its list alone: %s, %s', (arch, expected) => {
    expect(isReleased({ ...process, arch })).toBe(expected);
  });
});

describe('the binary in a folder that somebody names', () => {
  it.each([
    ['linux', 'electron'],
    ['darwin', 'Electron.app/Contents/MacOS/Electron'],
    ['win32', 'electron.exe'],
  ])('has on %s the name of that system', async (platform, name) => {
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
    expect(electronBinary(platform)).toBe(platform === 'linux' ? electron : null);
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    if (platform !== 'linux') await symlink(process.execPath, path.join(folder, name));
    expect(electronBinary(platform)).toBe(path.join(folder, name));
  });
});
