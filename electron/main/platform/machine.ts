// What this machine and this host can do for the person, as facts: stated on "What protects you here"
// and never assumed. Pure over what was found at start; tries nothing out and stores nothing.
import type { Keystore, MachineView } from '../../shared/protection/protection-view.ts';
import type { LoginStartState } from '../../shared/settings/login-start-view.ts';

export interface Found {
  readonly platform: NodeJS.Platform;
  readonly standInHost: boolean;
  readonly x11: boolean;
  /** Somebody on Linux's message bus would announce a locked screen. */
  readonly busHeard: boolean;
  /** Started with `--no-sandbox`, which only a development start may be. */
  readonly unsandboxed: boolean;
  /** A core dump of this process holds none of its memory. */
  readonly emptyCoreDumps: boolean;
  /** The keystore Linux names for this desktop; not asked for elsewhere. */
  readonly linuxKeystore: () => Keystore;
  readonly loginStart: LoginStartState;
}

export function machineFacts(found: Found): MachineView {
  const { platform, standInHost } = found;
  const mac = platform === 'darwin';
  const windows = platform === 'win32';
  const facts: MachineView = {
    system: mac ? 'macos' : windows ? 'windows' : 'linux',
    suspend: 'announced',
    screenLock: mac || windows ? 'announced' : found.x11 ? 'asked' : 'silent',
    systemIdle: found.x11 && !mac && !windows ? 'asked' : 'silent',
    // macOS lets programs built on ScreenCaptureKit capture a protected window all the same.
    capture: mac ? 'partial' : windows ? 'full' : 'none',
    keystore: mac ? 'keychain' : windows ? 'dpapi' : 'unknown',
    sandbox: found.unsandboxed ? 'off' : 'on',
    coreDumps: found.emptyCoreDumps ? 'empty' : 'of_the_system',
    loginStart: found.loginStart,
  };
  if (facts.system !== 'linux') return standInHost ? { ...facts, ...WITHOUT_ELECTRON } : facts;
  const onLinux = standInHost ? WITHOUT_ELECTRON : { keystore: found.linuxKeystore() };
  // The bus is listened to without Electron.
  return { ...facts, ...onLinux, ...(found.busHeard ? { screenLock: 'listened' } : {}) };
}

/** The stand-in's powerMonitor never speaks, and its windows are those of a browser. */
const WITHOUT_ELECTRON = {
  suspend: 'silent',
  screenLock: 'silent',
  systemIdle: 'silent',
  capture: 'none',
  keystore: 'none',
  sandbox: 'unknown',
} as const;
