// Starting at login, locked and without a window: an autostart entry on Linux, a login item on macOS and Windows.
// Nothing of it is kept as a preference: what counts is what the system would do, which others may have changed.
import { lstat, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { App, LoginItemSettingsOptions } from 'electron';
import type { LoginStartState } from '../../shared/settings/login-start-view.ts';
import {
  AUTOSTART_FILE,
  HIDDEN_START,
  autostartEntry,
  whatStarts,
} from '../domain/autostart-entry.ts';
import { errnoOf } from '../domain/errno.ts';
import { fail, ok, type Outcome } from '../domain/result.ts';
import { readSmallFile, replaceSmallFile } from '../secret-input/small-file.ts';

interface LoginStartPorts {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  /** Absolute path of what runs now. */
  readonly program: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly items: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>;
  readonly changed: () => void;
}

/** How one system does it. */
interface System {
  readonly look: () => Promise<LoginStartState>;
  /** False: the system refused. */
  readonly set: (on: boolean) => Promise<boolean>;
}

/** A copy that macOS runs from a random place, and the mount of an AppImage: gone at the next login. */
const PASSING = /\/AppTranslocation\/|\/\.mount_[^/]+\//;
const MOST_ENTRY_BYTES = 16_384;

export function createLoginStart(ports: LoginStartPorts) {
  const { platform, program } = ports;
  const obstacle: LoginStartState | null = !ports.isPackaged
    ? 'not_installed'
    : PASSING.test(program)
      ? 'passing_place'
      : null;
  const system = platform === 'linux' ? ofEntries(ports) : ofLoginItems(ports);
  let state: LoginStartState = obstacle ?? 'off';

  async function reevaluate(): Promise<void> {
    if (obstacle !== null) return;
    const now = await system.look();
    if (now === state) return;
    state = now;
    ports.changed();
  }

  return {
    /** As it was when it was last looked at. */
    state: () => state,
    /** Looks again. */
    reevaluate,
    /** `login_start_failed`, `not_allowed` where it is not offered. */
    async set(on: boolean): Outcome {
      if (obstacle !== null) return fail({ code: 'not_allowed' });
      const isDone = await system.set(on);
      await reevaluate();
      if (on && state === 'held_back')
        return fail({ code: 'system_refused', facts: { about: 'login start held back' } });
      return isDone && state === (on ? 'on' : 'off')
        ? ok()
        : fail({ code: 'system_refused', facts: { about: 'login start' } });
    },
    /** The system started the app, as macOS tells; elsewhere an argument says so. */
    startedThis: () =>
      platform === 'darwin' &&
      obstacle === null &&
      ports.items.getLoginItemSettings().wasOpenedAtLogin,
  };
}

/** SECURITY(S46): the program is the one that runs, never one that the environment or a page names. */
function ofEntries({ program, environment, home }: LoginStartPorts): System {
  // XDG Base Directory Specification: a relative path counts as none.
  const named = environment['XDG_CONFIG_HOME'] ?? '';
  const folder = path.join(
    path.isAbsolute(named) ? named : path.join(home, '.config'),
    'autostart',
  );
  const file = path.join(folder, AUTOSTART_FILE);

  return {
    async look() {
      const read = await readSmallFile(file, MOST_ENTRY_BYTES);
      if (read.ok) {
        const desktops = environment['XDG_CURRENT_DESKTOP'];
        return whatStarts(read.value.toString('utf8'), program, desktops);
      }
      // A link, something large, or what cannot be read: whatever it starts, nobody has shown that it is ours.
      return (await isAbsent(file)) ? 'off' : 'other_copy';
    },
    async set(on) {
      const entry = autostartEntry(program);
      if (on && entry === null) return false;
      try {
        if (!on || entry === null) await rm(file, { force: true });
        else {
          await mkdir(folder, { recursive: true, mode: 0o700 });
          await replaceSmallFile(file, entry);
        }
        return true;
      } catch (error) {
        // A bug must not pass for a bad disk.
        if (!(error instanceof Error && 'syscall' in error)) throw error;
        return false;
      }
    },
  };
}

/** An error is no absence: only the system's own words for it are. */
async function isAbsent(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return false;
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(errnoOf(error));
  }
}

function ofLoginItems({ platform, program, items }: LoginStartPorts): System {
  // SECURITY(S46): Windows reads a command line, which would end at the first space of a path (electron#32657). macOS
  // starts the app itself, without arguments.
  const item: LoginItemSettingsOptions =
    platform === 'win32' ? { path: `"${program}"`, args: [HIDDEN_START] } : {};

  function now(): LoginStartState {
    const { openAtLogin, executableWillLaunchAtLogin, status } = items.getLoginItemSettings(item);
    if (platform === 'darwin') {
      if (status === 'requires-approval') return 'held_back';
      return status === 'enabled' ? 'on' : 'off';
    }
    if (!openAtLogin) return 'off';
    return executableWillLaunchAtLogin ? 'on' : 'held_back';
  }

  return {
    look: () => Promise.resolve(now()),
    set(on) {
      items.setLoginItemSettings({ ...item, openAtLogin: on });
      return Promise.resolve(true);
    },
  };
}
