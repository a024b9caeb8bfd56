// Finds out what `chooseHost` is to know of this machine. Looks at files, and starts three small programs of the
// system at most; changes nothing and asks no network.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { neededLibraries, type LaunchFacts, type UserNamespaces } from './choose-host.ts';
import { electronBinary, isReleased, sandboxHelper } from './electron-binary.ts';
import { cachedArchive, proxyOf } from './electron-download.ts';

const LOOK_LIMIT_MS = 3_000;
const ROOT = 0;
const SUID_MODE = 0o4755;

type Environment = Readonly<Record<string, string | undefined>>;

/** @param env the environment that Electron would be started with. */
export async function launchFacts(env: Environment = process.env): Promise<LaunchFacts> {
  const { platform } = process;
  const onLinux = platform === 'linux';
  return {
    platform,
    display: !onLinux || Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY']),
    userId: process.getuid?.() ?? null,
    userNamespaces: onLinux ? userNamespaces() : 'allowed',
    suidSandbox: onLinux && hasSuidSandbox(),
    container: onLinux && inContainer(),
    missingLibraries: onLinux ? missingLibraries(electronBinary()) : [],
    foreignLibc: onLinux && hasForeignLibc(),
    installer: installerOf(read('/etc/os-release')),
    released: isReleased(),
    installed: electronBinary() !== null,
    cached: (await cachedArchive()) !== null,
    proxy: proxyOf(env),
  };
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, 'latin1').trim();
  } catch {
    return '';
  }
}

/** The kernel's settings first: a program that is allowed them for itself would say nothing about Electron. */
function userNamespaces(): UserNamespaces {
  if (read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1') return 'apparmor';
  if (read('/proc/sys/kernel/unprivileged_userns_clone') === '0') return 'off';
  if (read('/proc/sys/user/max_user_namespaces') === '0') return 'off';
  const tried = spawnSync('unshare', ['--user', '--map-root-user', 'true'], {
    stdio: 'ignore',
    timeout: LOOK_LIMIT_MS,
  });
  // Without the program nobody can say; an Electron that then cannot start is caught when it ends.
  return tried.error === undefined && tried.status !== 0 ? 'refused' : 'allowed';
}

function hasSuidSandbox(): boolean {
  try {
    const { uid, mode } = fs.statSync(sandboxHelper());
    return uid === ROOT && (mode & 0o7777) === SUID_MODE;
  } catch {
    return false;
  }
}

const inContainer = (): boolean =>
  fs.existsSync('/.dockerenv') ||
  fs.existsSync('/run/.containerenv') ||
  /docker|lxc|kubepods|containerd/.test(read('/proc/1/cgroup'));

/** Node itself knows which C library it runs on. */
function hasForeignLibc(): boolean {
  const report = process.report.getReport() as {
    readonly header?: { readonly glibcVersionRuntime?: string };
  };
  return report.header?.glibcVersionRuntime === undefined;
}

/** By the binary where it is there, otherwise by what the loader would find. Empty where nobody can say. */
export function missingLibraries(binary: string | null): readonly string[] {
  if (binary !== null) {
    const { stdout } = run('ldd', binary);
    return [...stdout.matchAll(/^\s*(\S+) => not found$/gm)].map(([, name = '']) => name);
  }
  const ldconfig = ['/sbin/ldconfig', '/usr/sbin/ldconfig'].find((file) => fs.existsSync(file));
  if (ldconfig === undefined) return [];
  const { stdout } = run(ldconfig, '-p');
  if (stdout === '') return [];
  return neededLibraries.filter((name) => !stdout.includes(`\t${name} `));
}

function run(program: string, ...args: readonly string[]): { readonly stdout: string } {
  const { stdout } = spawnSync(program, args, {
    encoding: 'utf8',
    timeout: LOOK_LIMIT_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { stdout: stdout ?? '' };
}

/** @param release the text of os-release(5). */
function installerOf(release: string): LaunchFacts['installer'] {
  const field = (name: string): string =>
    new RegExp(`^${name}="?([^"\\n]*)"?$`, 'm').exec(release)?.[1] ?? '';
  const kind = `${field('ID')} ${field('ID_LIKE')}`;
  if (/fedora|rhel|centos/.test(kind)) return 'dnf';
  if (!/debian|ubuntu/.test(kind)) return 'other';
  const version = Number(field('VERSION_ID'));
  // The names of libraries changed with the 64-bit clock: Ubuntu 24.04, Debian 13.
  const isT64 = field('ID') === 'ubuntu' ? version >= 24.04 : version >= 13;
  return isT64 ? 'apt-t64' : 'apt';
}
