// The command line of `npm start`.
import { describe, expect, it } from 'vitest';
import { parseStartOptions } from '../../../electron/launch/start-options.ts';

const nothing = {
  build: true,
  standIn: false,
  electron: false,
  screenshot: null,
  tour: null,
  noSandbox: false,
  appArgs: [],
};

describe('the options of npm start', () => {
  it('are none by default', () => {
    expect(parseStartOptions([])).toEqual(nothing);
  });

  it.each([
    ['--no-build', { build: false }],
    ['--stand-in', { standIn: true }],
    ['--electron', { electron: true }],
    ['--screenshot=a.png', { screenshot: 'a.png' }],
    ['--tour', { tour: 'strongroom-tour' }],
    ['--tour=', { tour: 'strongroom-tour' }],
    ['--tour=/there', { tour: '/there' }],
  ])('are taken out: %s', (arg, expected) => {
    expect(parseStartOptions([arg])).toEqual({ ...nothing, ...expected });
  });

  it.each(['--user-data-dir=/x', '--password-store=basic', 'file'])(
    'leave what is the app’s to the app: %s',
    (arg) => {
      expect(parseStartOptions([arg])).toEqual({ ...nothing, appArgs: [arg] });
    },
  );

  it('know that the person turned the sandbox off, and hand that on', () => {
    const given = ['--no-sandbox'];
    expect(parseStartOptions(given)).toEqual({ ...nothing, noSandbox: true, appArgs: given });
  });
});
