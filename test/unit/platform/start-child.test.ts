import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startInPlace } from '../../../electron/main/platform/start-child.ts';
import { eventually } from '../../support/eventually.ts';
import { ownFolder } from '../../support/own-folder.ts';

const at = ownFolder();

describe('a program started in place of this one', () => {
  it('has the arguments and the environment it was given, and no other', async () => {
    const file = at('said');
    const program = `require('node:fs').writeFileSync(process.argv[1], JSON.stringify(process.env))`;
    await startInPlace(process.execPath, ['-e', program, file], { ONE: 'x' });
    await eventually(() => expect(existsSync(file) && readFileSync(file, 'utf8')).toMatch(/\}$/));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ ONE: 'x' });
    expect(readFileSync(file, 'utf8')).not.toContain('PATH');
  });

  it('is said not to have started where there is none', async () => {
    await expect(startInPlace('/nowhere/at/all', [], {})).rejects.toThrow('ENOENT');
  });
});
