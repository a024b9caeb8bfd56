// On which host a person gets a window: real Electron where it can start with its sandbox, otherwise the
// stand-in host, with the reason and the commands that change it. Pure: asked before anything is downloaded.

/** Why Linux refuses Electron the namespaces of its sandbox; `allowed` also where nobody can say. */
export type UserNamespaces =
  | 'allowed'
  /** AppArmor restricts them to listed programs: Ubuntu 23.10 and later. */
  | 'apparmor'
  /** A setting of the kernel turns them off: older Debian, hardened kernels. */
  | 'off'
  /** Tried and refused, as the system call filter of a container does. */
  | 'refused';

/** What is known of this machine before anything is started. */
export interface LaunchFacts {
  readonly platform: NodeJS.Platform;
  /** X11 or Wayland; true on systems that always have one. */
  readonly display: boolean;
  /** Of this process; null on Windows. */
  readonly userId: number | null;
  readonly userNamespaces: UserNamespaces;
  /** The `chrome-sandbox` beside Electron is owned by root and has mode 4755. */
  readonly suidSandbox: boolean;
  readonly container: boolean;
  /** Names of shared libraries that Electron needs and that are not here. */
  readonly missingLibraries: readonly string[];
  /** The C library is not the GNU one that Electron is built for. */
  readonly foreignLibc: boolean;
  /** How software is installed here. */
  readonly installer: 'apt' | 'apt-t64' | 'dnf' | 'other';
  /** Electron is released for this system and processor. */
  readonly released: boolean;
  /** The binary of the version that package.json names is unpacked. */
  readonly installed: boolean;
  /** Its archive lies in the cache of @electron/get. */
  readonly cached: boolean;
  /** A proxy is named in the environment, which the download will use. */
  readonly proxy: string | null;
}

/** What the person asked for on the command line. */
export interface HostWish {
  /** `--stand-in`. */
  readonly standIn: boolean;
  /** `--electron`: real Electron, whatever is known of this machine. */
  readonly electron: boolean;
  /** A picture of each window, which the stand-in alone takes. */
  readonly pictures: boolean;
  /** The app itself was told `--no-sandbox`: what its sandbox needs is not needed then. */
  readonly noSandbox: boolean;
}

export type HostChoice =
  | { readonly host: 'electron'; readonly from: 'installed' | 'cache' | 'download' }
  /** `because`: one sentence. `commands`: what makes real Electron run here, line by line. */
  | {
      readonly host: 'stand-in';
      readonly because: string;
      readonly commands: readonly string[];
    };

const SANDBOX_HELPER = 'node_modules/electron/dist/chrome-sandbox';

const useStandIn = (because: string, ...commands: readonly string[]): HostChoice => ({
  host: 'stand-in',
  because,
  commands,
});

/** Total: every combination of facts ends in a host that can start, or in a sentence with commands. */
export function chooseHost(facts: LaunchFacts, asked: HostWish): HostChoice {
  if (asked.standIn) return useStandIn('it was asked for');
  if (asked.pictures) return useStandIn('it alone takes pictures without a display');
  if (!asked.electron) {
    const obstacle = obstacleOf(facts, asked.noSandbox);
    if (obstacle !== null) return obstacle;
  }
  if (facts.installed) return { host: 'electron', from: 'installed' };
  return { host: 'electron', from: facts.cached ? 'cache' : 'download' };
}

function obstacleOf(facts: LaunchFacts, noSandbox: boolean): HostChoice | null {
  if (!facts.released) return useStandIn('Electron is not released for this system and processor');
  if (facts.platform !== 'linux') return null;
  if (facts.foreignLibc) {
    return useStandIn('Electron needs the GNU C library, and this system has another');
  }
  // First what a virtual display would not change.
  if (!noSandbox) {
    const refused = sandboxObstacle(facts);
    if (refused !== null) return refused;
  }
  if (!facts.display) {
    return useStandIn(
      'there is no display',
      installLine(facts.installer, displayPackages),
      'xvfb-run -a npm start',
      'npm start -- --tour (without a display: goes through the main job, and leaves pictures of it)',
    );
  }
  if (facts.missingLibraries.length > 0) return withoutLibraries(facts);
  return null;
}

function sandboxObstacle({
  userId,
  userNamespaces,
  suidSandbox,
  container,
}: LaunchFacts): HostChoice | null {
  if (userId === 0) {
    return useStandIn(
      'Electron does not run as root with its sandbox on',
      'useradd --create-home strongroom',
      'chown -R strongroom .',
      'su strongroom -c "npm start"',
    );
  }
  if (userNamespaces === 'allowed') return null;
  if (userNamespaces === 'refused' && container) {
    return useStandIn(
      'this container allows no user namespaces, which the sandbox of Electron needs',
      'docker run --security-opt seccomp=unconfined … (outside, where the container is started)',
    );
  }
  if (suidSandbox) return null;
  const helper = [
    'npx install-electron',
    `sudo chown root:root ${SANDBOX_HELPER}`,
    `sudo chmod 4755 ${SANDBOX_HELPER}`,
    'npm start',
  ];
  return useStandIn(
    userNamespaces === 'apparmor'
      ? 'this system allows user namespaces to listed programs alone, and the sandbox of Electron needs them or its helper'
      : 'this system allows no user namespaces, and the sandbox of Electron needs them or its helper',
    ...helper,
  );
}

/** A library of Electron's, and the packages that hold it. */
const libraryPackages: Readonly<Record<string, readonly [apt: string, t64: string]>> = {
  'libglib-2.0.so.0': ['libglib2.0-0', 'libglib2.0-0t64'],
  'libnspr4.so': ['libnspr4', 'libnspr4'],
  'libnss3.so': ['libnss3', 'libnss3'],
  'libatk-1.0.so.0': ['libatk1.0-0', 'libatk1.0-0t64'],
  'libatk-bridge-2.0.so.0': ['libatk-bridge2.0-0', 'libatk-bridge2.0-0t64'],
  'libcups.so.2': ['libcups2', 'libcups2t64'],
  'libgtk-3.so.0': ['libgtk-3-0', 'libgtk-3-0t64'],
  'libgbm.so.1': ['libgbm1', 'libgbm1'],
  'libxkbcommon.so.0': ['libxkbcommon0', 'libxkbcommon0'],
  'libasound.so.2': ['libasound2', 'libasound2t64'],
};
export const neededLibraries: readonly string[] = Object.keys(libraryPackages);

const displayPackages = { apt: ['xvfb'], dnf: ['xorg-x11-server-Xvfb'] } as const;

function installLine(
  installer: LaunchFacts['installer'],
  packages: { readonly apt: readonly string[]; readonly dnf: readonly string[] },
): string {
  if (installer === 'dnf') return `sudo dnf install ${packages.dnf.join(' ')}`;
  if (installer === 'other') return `Install what holds ${packages.dnf.join(', ')}.`;
  return `sudo apt-get install ${packages.apt.join(' ')}`;
}

/** The sentence and the commands where shared libraries are missing. */
function withoutLibraries(facts: Pick<LaunchFacts, 'missingLibraries' | 'installer'>): HostChoice {
  const names = facts.missingLibraries;
  const at = facts.installer === 'apt-t64' ? 1 : 0;
  const apt = names.map((name) => libraryPackages[name]?.[at] ?? name);
  // Fedora's installer finds a package by the library in it.
  const dnf = names.map((name) => (facts.installer === 'dnf' ? `'${name}()(64bit)'` : name));
  return useStandIn(
    `Electron needs libraries that are not here (${names.join(', ')})`,
    installLine(facts.installer, { apt, dnf }),
    'npm start',
  );
}

/** How Electron ended, where nobody had asked it to. */
interface EarlyEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly afterMs: number;
}

const EARLY_MS = 5_000;
/** Of the loader: a shared library, or the program itself, was not found. */
const NOT_FOUND = 127;

/** Whether this is the end of a program that could not start here, rather than of one that was used. */
export const couldNotStart = ({ code, signal, afterMs }: EarlyEnd): boolean =>
  afterMs < EARLY_MS && (signal !== null || code === NOT_FOUND);

/** The stand-in in the place of an Electron that could not start. */
export function afterEarlyEnd(facts: LaunchFacts, { signal, code }: EarlyEnd): HostChoice {
  if (facts.missingLibraries.length > 0) return withoutLibraries(facts);
  const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
  return useStandIn(
    `Electron ended ${how} before it could show a window; what it said stands above`,
    'npm start -- --electron (tries Electron alone, and says how it ended)',
  );
}
