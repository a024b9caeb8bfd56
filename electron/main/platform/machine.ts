// What this machine and this host can do for the person, as facts: stated on "What protects you here"
// and never assumed. Nothing is tried out and nothing is stored.
import { app, safeStorage } from 'electron';
import type { Keystore, MachineView } from '../../shared/protection-view.ts';

export function machineFacts(standInHost: boolean): MachineView {
  const { platform } = process;
  const mac = platform === 'darwin';
  const announces = mac || platform === 'win32';
  const unsandboxed = app.commandLine.hasSwitch('no-sandbox');
  return {
    system: mac ? 'macos' : platform === 'win32' ? 'windows' : 'linux',
    // The stand-in's powerMonitor never speaks.
    suspend: standInHost ? 'silent' : 'announced',
    screenLock: standInHost ? 'silent' : announces ? 'announced' : 'asked',
    systemIdle: standInHost || platform !== 'linux' || !isX11() ? 'silent' : 'asked',
    // macOS lets programs built on ScreenCaptureKit capture a protected window all the same.
    capture: standInHost || !announces ? 'none' : mac ? 'partial' : 'full',
    keystore: keystore(standInHost),
    sandbox: standInHost ? 'unknown' : unsandboxed ? 'off' : 'on',
  };
}

export function isX11(): boolean {
  return process.env['XDG_SESSION_TYPE'] === 'x11';
}

function keystore(standInHost: boolean): Keystore {
  if (standInHost) return 'none';
  if (process.platform === 'darwin') return 'keychain';
  if (process.platform === 'win32') return 'dpapi';
  return safeStorage.getSelectedStorageBackend();
}
