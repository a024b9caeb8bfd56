// S07: no address that came from anywhere is ever handed to the system. The app opens none at all, so
// there is no list of constants to check either.
import { describe, expect, it } from 'vitest';
import { callNames } from '../../electron/shared/ipc-contract.ts';
import { sourceFiles } from '../support/source-files.ts';

describe('opening addresses outside', () => {
  it('is possible nowhere in the source', () => {
    const opening = sourceFiles('electron', 'renderer').filter(({ text }) =>
      /\bshell\.(?!showItemInFolder)|openExternal|xdg-open|rundll32/.test(text),
    );
    expect(opening.map(({ name }) => name)).toEqual([]);
    const withShell = sourceFiles('electron', 'renderer').filter(({ text }) =>
      /\{[^}]*\bshell\b[^}]*\} from 'electron'/.test(text),
    );
    expect(withShell.map(({ name }) => name)).toEqual(['electron/main/platform/show-in-folder.ts']);
  });

  it('is no call of the contract', () => {
    expect(callNames.filter((name) => /^open|visit|browse|url/i.test(name))).toEqual([]);
  });
});
