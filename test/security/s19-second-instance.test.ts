// S19: what a second start brings along is not read (CVE-2026-34776). Two real starts are shown by
// security-processes.journey.ts.
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

describe('a second start', () => {
  it('has a handler without parameters, and hands nothing over itself', () => {
    const [entry] = sourceFiles('electron/main').filter(
      ({ name }) => name === 'electron/main/index.ts',
    );
    expect(entry?.text).toMatch(/on\('second-instance', \(\) => /);
    expect(entry?.text).toMatch(/requestSingleInstanceLock\(\)/);
    const reading = sourceFiles('electron').filter(
      ({ name, text }) =>
        // A program of its own, which the app does not load.
        !name.startsWith('electron/cli/') && /process\.argv|additionalData/.test(text),
    );
    // For the launch guard alone.
    expect(reading.map(({ name }) => name)).toEqual(['electron/main/index.ts']);
  });
});
