// S41: whether somebody is there: input of the system to the window, and nothing a page says.
import { describe, expect, it } from 'vitest';
import { createRealInput } from '../../../electron/main/protection/real-input.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

function heardBy(warning = false) {
  const clock = createFakeClock();
  let used = 0;
  const input = createRealInput(clock, {
    used: () => (used += 1),
    state: () => ({ locksAtMs: null, warning, lockedBy: null }),
  });
  return { clock, input, used: () => used };
}

describe('real input', () => {
  const uses = ['rawKeyDown', 'mouseDown', 'mouseMove', 'mouseWheel', 'touchStart'];
  const others = ['undefined', 'keyUp', 'mouseLeave', 'gestureFlingStart'];
  it.each([
    ...uses.map((kind) => [kind, 'is use of the app', true] as const),
    ...others.map((kind) => [kind, 'says nothing about a person', false] as const),
  ])('of kind %s %s', (kind, _, isUse) => {
    const { input, used } = heardBy();
    input.heard(kind);
    expect([used(), input.isRecent()]).toEqual([isUse ? 1 : 0, isUse]);
  });

  it.each([
    ['rawKeyDown', true],
    ['mouseDown', true],
    ['touchStart', true],
    ['mouseMove', false],
    ['mouseWheel', false],
  ])('of kind %s is a press: %s', (kind, isPress) => {
    const { input } = heardBy();
    input.heard(kind);
    expect(input.isPressed()).toBe(isPress);
  });

  it('of a key is no click', () => {
    const { input } = heardBy();
    input.heard('rawKeyDown');
    expect(input.isClicked()).toBe(false);
    input.heard('mouseDown');
    expect(input.isClicked()).toBe(true);
  });

  it('before a lock is no press after it', () => {
    const { input } = heardBy();
    input.heard('mouseDown');
    input.forget();
    expect([input.isPressed(), input.isRecent()]).toEqual([false, false]);
  });

  it('counts once a second, however much the pointer moves', async () => {
    const { clock, input, used } = heardBy();
    for (let move = 0; move < 100; move += 1) input.heard('mouseMove');
    expect(used()).toBe(1);
    await clock.advance(1_000);
    input.heard('mouseMove');
    expect(used()).toBe(2);
  });

  it('to the entry window is use of the app, also while the warning stands behind it', () => {
    const { input, used } = heardBy(true);
    expect(input.heardByEntry('rawKeyDown')).toBe(true);
    expect(used()).toBe(1);
  });

  it('to the entry window answers for no call of the app page', () => {
    const { input } = heardBy();
    input.heardByEntry('mouseDown');
    expect(input.isRecent()).toBe(false);
  });

  it('to the entry window that no person made is no use', () => {
    const { input, used } = heardBy();
    expect([input.heardByEntry('keyUp'), used()]).toEqual([false, 0]);
  });

  it('leaves the warning to its own answers, and is recent for two seconds', async () => {
    const { clock, input, used } = heardBy(true);
    input.heard('mouseDown');
    expect([used(), input.isRecent()]).toEqual([0, true]);
    await clock.advance(2_000);
    expect(input.isRecent()).toBe(false);
  });
});
