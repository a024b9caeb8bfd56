import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startInPlace } from '../../../electron/main/platform/start-child.ts';
import { eventually } from '../../support/eventually.ts';

describe('a program started in place of this one', () => {
  it('has the arguments and the environment it was given, and no other', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'strongroom-start-'));
    const file = path.join(folder, 'said');
    const program = `require('node:fs').writeFileSync(process.argv[1], JSON.stringify(process.env))`;
    await startInPlace(process.execPath, ['-e', program, file], { ONE: 'x' });
    await eventually(() => expect(existsSync(file) && readFileSync(file, 'utf8')).toMatch(/\}$/));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ ONE: 'x' });
    expect(readFileSync(file, 'utf8')).not.toContain('PATH');
    rmSync(folder, { recursive: true });
  });

  it('is said not to have started where there is none', async () => {
    await expect(startInPlace('/nowhere/at/all', [], {})).rejects.toThrow('ENOENT');
  });
});
