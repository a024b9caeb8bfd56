// Each rule by which the stand-in is no kinder than Electron: those that hold always, and those of the strict one.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  announcesFirstFrame,
  clipboardHeeds,
  dropNoSandbox,
  isSeenOver,
  keystoreAnswer,
  PowerEvents,
  whenAnswered,
} from './strict.ts';
import { onPlatform } from '../support/on-platform.ts';

afterEach(() => void vi.unstubAllEnvs());

const settles = async (promise: Promise<unknown>): Promise<boolean> =>
  await Promise.race([
    promise.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 50)),
  ]);

function told(...listeners: readonly string[]): boolean {
  const power = new PowerEvents();
  let heard = false;
  for (const event of listeners) power.on(event, () => (heard ||= event === 'shutdown'));
  power.emit('shutdown');
  return heard;
}

describe('every stand-in', () => {
  it('loses the switch that turns the sandbox off once the sandbox is asked for', () => {
    const switches = new Map([
      ['no-sandbox', ''],
      ['lang', 'en'],
    ]);
    dropNoSandbox(switches);
    expect([...switches.keys()]).toEqual(['lang']);
  });

  it('gives privileges to schemes once, and not once the app is ready', async () => {
    vi.resetModules();
    const { closePrivileges, givePrivileges } = await import('./schemes.ts');
    givePrivileges(['strongroom']);
    expect(() => givePrivileges(['strongroom'])).toThrow('only once');
    closePrivileges();
    expect(() => givePrivileges(['strongroom'])).toThrow('before app is ready');
  });

  it('tells no shutdown to who listened to nothing before', () => {
    expect(told('shutdown')).toBe(false);
    expect(told('suspend', 'shutdown')).toBe(true);
    expect(told('shutdown', 'resume')).toBe(false);
  });
});

describe('the strict stand-in', () => {
  beforeEach(() => void vi.stubEnv('STRONGROOM_STRICT', '1'));

  it('announces no first frame', () => {
    expect(announcesFirstFrame()).toBe(false);
  });

  it('has a keystore that never answers', async () => {
    expect(await settles(keystoreAnswer(true))).toBe(false);
  });

  it('has one that answers where a journey is about what it answers', async () => {
    vi.stubEnv('STANDIN_KEYSTORE_ANSWERS', '1');
    expect(await settles(keystoreAnswer(true))).toBe(true);
  });

  it('has nobody answer what belongs to a minimised window', () => {
    onPlatform('linux');
    const parents = [{ isOutOfSight: true }, { isOutOfSight: false }, null];
    expect(parents.map(isSeenOver)).toEqual([false, true, true]);
  });

  it('passes by what is written without the focus, and has what is only cleared come back', () => {
    onPlatform('linux');
    expect([
      clipboardHeeds('text', true),
      clipboardHeeds('text', false),
      clipboardHeeds('clear', true),
    ]).toEqual([true, false, false]);
  });

  it('answers a dialog late', async () => {
    expect(await settles(whenAnswered(0))).toBe(false);
    expect(await whenAnswered(7)).toBe(7);
  });
});

describe('the usual stand-in', () => {
  it('is as kind as a desktop where all goes well', async () => {
    expect(announcesFirstFrame()).toBe(true);
    expect(await settles(keystoreAnswer(true))).toBe(true);
    expect(await settles(whenAnswered(0))).toBe(true);
    expect([isSeenOver({ isOutOfSight: true }), clipboardHeeds('clear', false)]).toEqual([
      true,
      true,
    ]);
  });
});
