// What the window may know about protection: when the vault locks by itself, what this machine can
// report, and how the vault is opened. Facts for the settings and for "What protects you here".
import * as v from 'valibot';
import { loginStartState } from '../settings/login-start-view.ts';
import { count, list } from '../view-parts.ts';
import { lockedWorkHours, lockMinutes, lockReasons, themes } from '../words.ts';

const minuteOfDay = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_439));

/** When alerts come: minutes before a token expires. */
export const minutesBeforeExpiry = list(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_440)),
  8,
);

/** Days before a client secret is to be replaced. */
const daysBefore = list(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(365)), 8);

const quietHours = v.strictObject({ from: minuteOfDay, to: minuteOfDay });

/** Notifications while nobody looks at the window (domain/alert-settings.ts). */
export const alertSettingsView = v.strictObject({
  on: v.boolean(),
  /** Empty: only once it has expired. */
  minutesBefore: v.pipe(minutesBeforeExpiry, v.readonly()),
  /** The first of them puts the secret into "Needs attention" as well. */
  daysBefore: v.pipe(daysBefore, v.readonly()),
  /** By the person's clock; null: no quiet hours. May run past midnight. */
  quiet: v.nullable(quietHours),
  /** Refusals, and tokens that work after they were revoked, are told in quiet hours too. */
  urgentInQuiet: v.boolean(),
  /** Leaves labels out: a notification may be readable on the lock screen. */
  hideNames: v.boolean(),
});
export type AlertSettingsView = v.InferOutput<typeof alertSettingsView>;

/** What a person changed of them: what is left out stays as it is. */
export const alertSettingsChange = v.strictObject({
  ...v.partial(alertSettingsView).entries,
  quiet: v.optional(v.nullable(v.partial(quietHours))),
});
export type AlertSettingsChange = v.InferOutput<typeof alertSettingsChange>;

const width = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(160), v.maxValue(4_000)));

/** Widths in CSS pixels that the person chose; null: as wide as there is room for. */
export const panesView = v.strictObject({ sidebar: width, list: width });
export type PanesView = v.InferOutput<typeof panesView>;

/** The settings. */
export const settingsView = v.strictObject({
  theme: v.picklist(themes),
  copyTokens: v.boolean(),
  /** Programs may ask for tokens over a socket of this user. */
  handOutTokens: v.boolean(),
  /** Null: the vault never locks for lack of use. */
  lockAfterMinutes: v.nullable(v.picklist(lockMinutes)),
  /** So long the vault works on behind a locked window; 0: a lock closes it. */
  lockedWorkHours: v.picklist(lockedWorkHours),
  lockOnSuspend: v.boolean(),
  lockOnScreenLock: v.boolean(),
  /** Keeps the window out of screenshots, where the system can. */
  contentProtection: v.boolean(),
  /** Closing the window leaves the app running in the tray. */
  keepInTray: v.boolean(),
  alerts: alertSettingsView,
  panes: panesView,
});
export type SettingsView = v.InferOutput<typeof settingsView>;

/** When the vault locks by itself. */
export const autoLockView = v.strictObject({
  /** Wall clock, at most half a minute early; null while locked or without a limit. */
  locksAtMs: v.nullable(v.number()),
  /** The last minute: the window asks whether to stay unlocked. */
  warning: v.boolean(),
  /** Why the vault locked by itself, until it is opened again. */
  lockedBy: v.nullable(v.picklist(lockReasons)),
});

const keystores = [
  'none',
  'keychain',
  'dpapi',
  'gnome_libsecret',
  'kwallet',
  'kwallet5',
  'kwallet6',
  'basic_text',
  'unknown',
] as const;
export type Keystore = (typeof keystores)[number];

/** What this machine can tell and protect. */
export const machineView = v.strictObject({
  system: v.picklist(['linux', 'macos', 'windows']),
  /** Whether the machine tells before it sleeps. */
  suspend: v.picklist(['announced', 'silent']),
  /** `listened`: on Linux's message bus. `asked`: it has to be asked, and only some systems answer. */
  screenLock: v.picklist(['announced', 'listened', 'asked', 'silent']),
  systemIdle: v.picklist(['asked', 'silent']),
  /** How far the window can be kept out of screenshots. */
  capture: v.picklist(['full', 'partial', 'none']),
  keystore: v.picklist(keystores),
  /** Of the window's own process. `unknown`: another program started it. */
  sandbox: v.picklist(['on', 'off', 'unknown']),
  /** Of the main process: without its memory, or whatever the system writes. */
  coreDumps: v.picklist(['empty', 'of_the_system']),
  /** Whether the system starts the app at login. */
  loginStart: loginStartState,
});
export type MachineView = v.InferOutput<typeof machineView>;

/** What wraps the data key: passphrase, recovery key, system keystore. */
const slotKinds = ['pw', 'rk', 'os'] as const;
export type SlotKind = (typeof slotKinds)[number];

/** Beside the passphrase, into the locked vault. */
export const otherWays = ['os', 'rk'] as const satisfies readonly SlotKind[];
export type OtherWay = (typeof otherWays)[number];

/** How the open vault can be opened; nothing of it is told while locked. */
export const openVaultView = v.strictObject({
  slots: v.array(v.picklist(slotKinds)),
  kdf: v.strictObject({
    memoryKib: count,
    iterations: count,
    parallelism: count,
    /** How long the last derivation took here; null where none was measured. */
    measuredMs: v.nullable(v.number()),
    /** New vaults are made with more work than this: raising it is offered. */
    belowPolicy: v.boolean(),
  }),
});
export type OpenVaultView = v.InferOutput<typeof openVaultView>;
