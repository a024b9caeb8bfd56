// S08: no path is ever opened by the system or run as a program. The one program that is started, by an
// absolute path of our own, is in s17.
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

describe('paths', () => {
  it('are opened by no shell and started by nobody', () => {
    const ways =
      /openPath|showItemInFolder|trashItem|child_process|app\.relaunch|\bexecFile|spawn\(/;
    const found = sourceFiles('electron', 'renderer').filter(({ text }) => ways.test(text));
    expect(found.map(({ name }) => name)).toEqual(['electron/main/platform/system-program.ts']);
  });

  it('never reach the window: no view has one', () => {
    const views = sourceFiles('electron/shared').filter(({ name }) => /views|contract/.test(name));
    expect(views.length).toBeGreaterThan(1);
    for (const { text } of views) expect(text).not.toMatch(/\b(file)?[pP]ath\s*:/);
  });
});
