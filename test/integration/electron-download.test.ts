// The download of Electron's archive as `npm start` does it: from a mirror, by a proxy, out of the cache. The archive
// is a few bytes here, under the checksum of its own; Electron's install script does not unpack it.
import { createServer, type Server } from 'node:http';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as ElectronBinary from '../../electron/launch/electron-binary.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';

const bytes = Buffer.from('not quite an archive');
const checksum = createHash('sha256').update(bytes).digest('hex');
let folder: string;
let server: Server;
let asked: string[];

vi.mock('../../electron/launch/electron-binary.ts', async (original) => ({
  ...(await original<typeof ElectronBinary>()),
  // Where no install script is, unpacking ends at once.
  electronPackage: '/nowhere',
  archiveChecksums: () => ({ [archive]: checksum }),
}));
const { archiveName } = await import('../../electron/launch/electron-binary.ts');
const { cachedArchive, downloadElectron, proxyOf } =
  await import('../../electron/launch/electron-download.ts');
const archive = archiveName();

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'strongroom-electron-'));
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('electron_config_cache', path.join(folder, 'cache'));
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${(server.address() as AddressInfo).port}/at/`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const fetchIt = async (proxy: string | null = null) => {
  const said: string[] = [];
  const why = await downloadElectron({
    say: (sentence) => said.push(sentence),
    sayProgress: (line) => said.push(line),
    proxy,
    folder: path.join(folder, 'parts'),
  });
  return { said, why };
};

describe('the download of Electron', () => {
  it('goes to the mirror that the environment names, and says what it does and how far it is', async () => {
    const { said } = await fetchIt();
    expect(asked).toEqual([expect.stringMatching(new RegExp(`^/at/v[\\d.]+/${archive}$`))]);
    expect(said[0]).toMatch(/^Downloading Electron [\d.]+ from 127\.0\.0\.1:\d+\.$/);
    expect(said.at(-1)).toMatch(/^100 %, /);
  });

  it('happens once: a second time the archive comes out of the cache', async () => {
    expect(await cachedArchive()).toBeNull();
    expect(asked).toEqual([]);
    await fetchIt();
    expect(await cachedArchive()).toContain(archive);
    const again = await fetchIt();
    expect(asked).toHaveLength(1);
    expect(again.said).toEqual([]);
  });

  it('goes on by the folder and file names that @electron/get knows', async () => {
    vi.stubEnv('ELECTRON_CUSTOM_DIR', 'our/{{ version }}');
    await fetchIt();
    expect(asked).toEqual([expect.stringMatching(/^\/at\/our\/[\d.]+\//)]);
  });

  it('takes nothing with another checksum', async () => {
    server.removeAllListeners('request');
    server.on('request', (_request, response) => response.end('something else'));
    const { why } = await fetchIt();
    expect(why).not.toBeNull();
    expect(await cachedArchive()).toBeNull();
  });

  it('that fails says why in half a sentence', async () => {
    server.removeAllListeners('request');
    server.on('request', (_request, response) => response.writeHead(503).end());
    expect((await fetchIt()).why).toBe('the server answered 503');
  });

  it('that cannot be unpacked is no Electron', async () => {
    expect((await fetchIt()).why).toContain('could not be unpacked');
  });

  // Last: the proxy is set for the whole process.
  it('goes by the proxy that the environment names, and says so', async () => {
    const proxy = await startConnectProxy();
    proxy.lead('electron.invalid', (server.address() as AddressInfo).port);
    vi.stubEnv('ELECTRON_MIRROR', 'http://electron.invalid/');
    vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${proxy.port}`);
    vi.stubEnv('NO_PROXY', '');
    vi.stubEnv('no_proxy', '');
    const named = proxyOf({ HTTP_PROXY: process.env['HTTP_PROXY'] });
    const { said } = await fetchIt(named);
    await proxy.stop();
    expect(proxy.heads).toEqual([expect.stringContaining('CONNECT electron.invalid:80')]);
    expect(asked).toHaveLength(1);
    expect(said[0]).toContain('by the proxy');
  });
});
