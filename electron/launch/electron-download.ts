// Fetches Electron's binary: mirrors, cache and checksums are those of @electron/get, the unpacking is that of
// Electron's own install script. What is ours says how far it is, and gives up what stands still.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import { downloadArtifact, initializeProxy } from '@electron/get';
import {
  archiveChecksums,
  archiveName,
  electronPackage,
  electronVersion,
} from './electron-binary.ts';
import { download } from './resumable-download.ts';

const STILL_MS = 30_000;
const MEGABYTE = 1e6;

type Download = (url: string, target: string) => Promise<void>;

/** The archive's path in the cache of @electron/get; `get` is asked only where it is not there. */
async function archive(get: Download): Promise<string> {
  const { env } = process;
  const remoteChecksums =
    env['electron_use_remote_checksums'] ?? env['npm_config_electron_use_remote_checksums'];
  return await downloadArtifact({
    version: electronVersion(),
    artifactName: 'electron',
    platform: process.platform,
    arch: process.arch,
    ...(env['electron_config_cache'] ? { cacheRoot: env['electron_config_cache'] } : {}),
    ...(remoteChecksums ? {} : { checksums: { ...archiveChecksums() } }),
    downloader: { download: get },
  });
}

/** The cached archive, with the right checksum, or null. Asks no network. */
export async function cachedArchive(): Promise<string | null> {
  return await archive(() => Promise.reject(new Error('not in the cache'))).catch(() => null);
}

/** The proxy that `url` would go by, as the environment names it, or null. */
export function proxyOf(env: Readonly<Record<string, string | undefined>>): string | null {
  const named = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];
  return named.map((name) => env[name]).find(Boolean) ?? null;
}

interface ElectronDownloadPorts {
  readonly say: (sentence: string) => void;
  /** Overwrites the last line, where there is a terminal. */
  readonly sayProgress: (line: string) => void;
  readonly proxy: string | null;
  /** Folder of our own, for what an interruption leaves. */
  readonly folder: string;
  readonly cancelled?: AbortSignal;
}

/** Null once the binary is unpacked; otherwise why it is not, as half a sentence. */
export async function downloadElectron(ports: ElectronDownloadPorts): Promise<string | null> {
  useProxy(ports.proxy);
  const tell = progressLines(ports);
  const { cancelled } = ports;
  try {
    await archive(async (url, target) => {
      const by = ports.proxy === null ? '' : ', by the proxy that the environment names';
      ports.say(`Downloading Electron ${electronVersion()} from ${new URL(url).host}${by}.`);
      await download(url, {
        target,
        part: path.join(ports.folder, `${archiveName()}.part`),
        progress: tell,
        stillMs: STILL_MS,
        ...(cancelled === undefined ? {} : { cancelled }),
      });
    });
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
  return await unpack();
}

function useProxy(proxy: string | null): void {
  if (proxy === null) return;
  // Node's own since 24.14; before that, the one that @electron/get brings.
  const own = http as { readonly setGlobalProxyFromEnv?: () => unknown };
  if (own.setGlobalProxyFromEnv === undefined) initializeProxy();
  else own.setGlobalProxyFromEnv();
}

/** One line for each percent on a terminal, for each tenth elsewhere: @param ports says which by `sayProgress`. */
function progressLines(ports: Pick<ElectronDownloadPorts, 'sayProgress'>) {
  let last = -1;
  return (bytes: number, total: number | null): void => {
    const step = total === null ? Math.floor(bytes / MEGABYTE) : Math.floor((bytes / total) * 100);
    if (step === last) return;
    last = step;
    const here = `${Math.round(bytes / MEGABYTE)}`;
    ports.sayProgress(
      total === null
        ? `${here} MB`
        : `${String(step).padStart(3)} %, ${here} of ${Math.round(total / MEGABYTE)} MB`,
    );
  };
}

/** Electron's install script takes the archive from the cache, and names the binary last: half is nothing. */
async function unpack(): Promise<string | null> {
  const { ELECTRON_OVERRIDE_DIST_PATH: _elsewhere, ...env } = process.env;
  const own = {
    ELECTRON_INSTALL_PLATFORM: process.platform,
    ELECTRON_INSTALL_ARCH: process.arch,
    npm_config_arch: process.arch,
    force_no_cache: '',
  };
  const child = spawn(process.execPath, [path.join(electronPackage, 'install.js')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env, ...own },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0 ? null : `its archive could not be unpacked (exit code ${code})`;
}
