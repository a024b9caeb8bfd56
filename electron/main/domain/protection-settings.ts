// The settings that protect, their safe defaults, and which change makes the protection weaker: those
// are asked about in a dialog of main, because a window that turned hostile could ask for them (I6).
import type { SettingsView } from '../../shared/protection/protection-view.ts';

export type ProtectionSettings = Readonly<
  Omit<SettingsView, 'theme' | 'keepInTray' | 'alerts' | 'panes'>
>;

export const SAFE_DEFAULTS: ProtectionSettings = {
  copyTokens: false,
  handOutTokens: false,
  lockAfterMinutes: 10,
  lockedWorkHours: 0,
  lockOnSuspend: true,
  lockOnScreenLock: true,
  contentProtection: true,
};

export type Weakening =
  | 'copy_tokens'
  | 'hand_out_tokens'
  | 'hand_out_ends'
  | 'lock_never'
  | 'lock_later'
  | 'work_locked'
  | 'open_on_suspend'
  | 'open_on_screen_lock'
  | 'capture_allowed';

/** A change as it crosses the contract: what is left out stays as it is. */
export type ProtectionChange = {
  readonly [K in keyof ProtectionSettings]?: ProtectionSettings[K] | undefined;
};

/** Every way in which `change` protects less than `before`, or ends tokens, in the order it is told. */
export function weakenings(before: ProtectionSettings, change: ProtectionChange): Weakening[] {
  const found: Weakening[] = [];
  const { lockAfterMinutes: minutes } = change;
  const turnsOff = (name: 'lockOnSuspend' | 'lockOnScreenLock' | 'contentProtection'): boolean =>
    before[name] && change[name] === false;
  if (change.copyTokens === true && !before.copyTokens) found.push('copy_tokens');
  if (change.handOutTokens === true && !before.handOutTokens) found.push('hand_out_tokens');
  if (change.handOutTokens === false && before.handOutTokens) found.push('hand_out_ends');
  if (minutes === null && before.lockAfterMinutes !== null) found.push('lock_never');
  if (minutes != null && before.lockAfterMinutes !== null && minutes > before.lockAfterMinutes) {
    found.push('lock_later');
  }
  if ((change.lockedWorkHours ?? 0) > before.lockedWorkHours) found.push('work_locked');
  if (turnsOff('lockOnSuspend')) found.push('open_on_suspend');
  if (turnsOff('lockOnScreenLock')) found.push('open_on_screen_lock');
  if (turnsOff('contentProtection')) found.push('capture_allowed');
  return found;
}
