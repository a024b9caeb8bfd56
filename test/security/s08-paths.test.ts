// S08: no path is ever opened by the system or run as a program; a file that main wrote itself is shown in its
// folder, by one file alone. The one program that is started, by an absolute path of our own, is in s17.
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { calls } from '../../electron/shared/ipc-contract.ts';
import { sourceFiles } from '../support/source-files.ts';

describe('paths', () => {
  it('are opened by no shell, and started where the person confirmed or typed them alone', () => {
    const ways =
      /openPath|showItemInFolder|trashItem|child_process|app\.relaunch|\bexecFile|spawn\(/;
    const found = sourceFiles('electron', 'renderer').filter(({ text }) => ways.test(text));
    expect(found.map(({ name }) => name).toSorted()).toEqual([
      // The command line starts what was typed after `--`.
      'electron/cli/run-program.ts',
      'electron/main/platform/open-in-system.ts',
      // SECURITY(S17): for the system's own programs and those that were confirmed.
      'electron/main/platform/start-child.ts',
    ]);
  });

  it('are shown in their folders by main alone: no call takes one', () => {
    const showing = sourceFiles('electron', 'renderer').filter(({ text }) =>
      /\bshowInFolder\b/.test(text),
    );
    expect(showing.map(({ name }) => name)).toContain('electron/main/platform/open-in-system.ts');
    expect(showing.filter(({ name }) => !name.startsWith('electron/main/'))).toEqual([]);
    for (const name of ['savedShow', 'vaultPlaceShow'] as const) {
      expect(v.safeParse(calls[name].input, '/etc/passwd').success).toBe(false);
    }
  });

  it('never reach the window: no view has one', () => {
    const views = sourceFiles('electron/shared').filter(({ name }) => /views|contract/.test(name));
    expect(views.length).toBeGreaterThan(1);
    for (const { text } of views) expect(text).not.toMatch(/\b(file)?[pP]ath\s*:/);
  });
});
