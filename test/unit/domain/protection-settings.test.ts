// Which change weakens protection.
import { describe, expect, it } from 'vitest';
import { SAFE_DEFAULTS, weakenings } from '../../../electron/main/domain/protection-settings.ts';

describe('a change of the protecting settings', () => {
  it('starts from defaults that are safe', () => {
    expect(SAFE_DEFAULTS).toEqual({
      copyTokens: false,
      handOutTokens: false,
      lockAfterMinutes: 10,
      lockedWorkHours: 0,
      lockOnSuspend: true,
      lockOnScreenLock: true,
      contentProtection: true,
    });
  });

  it.each([
    [{ copyTokens: true }, ['copy_tokens']],
    [{ handOutTokens: true }, ['hand_out_tokens']],
    [{ lockAfterMinutes: 30 }, ['lock_later']],
    [{ lockAfterMinutes: null }, ['lock_never']],
    [{ lockedWorkHours: 12 }, ['work_locked']],
    [{ lockOnSuspend: false }, ['open_on_suspend']],
    [{ lockOnScreenLock: false }, ['open_on_screen_lock']],
    [{ contentProtection: false }, ['capture_allowed']],
    [
      { copyTokens: true, lockAfterMinutes: null, lockOnSuspend: false },
      ['copy_tokens', 'lock_never', 'open_on_suspend'],
    ],
  ] as const)('%j weakens', (change, expected) => {
    expect(weakenings(SAFE_DEFAULTS, change)).toEqual(expected);
  });

  it('asks where nothing gets weaker only about the tokens that programs hold', () => {
    const weak = {
      copyTokens: true,
      handOutTokens: true,
      lockAfterMinutes: null,
      lockedWorkHours: 168 as const,
      lockOnSuspend: false,
      lockOnScreenLock: false,
      contentProtection: false,
    };
    expect(weakenings(SAFE_DEFAULTS, { lockAfterMinutes: 5, lockOnSuspend: true })).toEqual([]);
    expect(weakenings(weak, SAFE_DEFAULTS)).toEqual(['hand_out_ends']);
    expect(weakenings(weak, { ...weak, lockAfterMinutes: 60 })).toEqual([]);
    for (const same of [SAFE_DEFAULTS, weak]) expect(weakenings(same, same)).toEqual([]);
    expect(weakenings(SAFE_DEFAULTS, {})).toEqual([]);
  });
});
