// The file of the rollback anchor.
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAnchorFile } from '../../../electron/main/platform/anchor-file.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'anchor-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the anchor file', () => {
  it('is nothing before it is first stored', async () => {
    expect(await createAnchorFile(path.join(folder, 'a')).load()).toBeNull();
  });

  it('answers what was stored last, for this person alone, and leaves nothing beside it', async () => {
    const file = path.join(folder, 'a');
    const anchor = createAnchorFile(file);
    await anchor.store(Buffer.from('one'));
    await anchor.store(Buffer.from('two'));
    expect(await anchor.load()).toEqual(Buffer.from('two'));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['a']);
  });

  it('does not read a file that cannot be an anchor', async () => {
    const file = path.join(folder, 'a');
    await writeFile(file, Buffer.alloc(20_000));
    expect(await createAnchorFile(file).load()).toBeNull();
  });

  it('rejects where the place cannot be written', async () => {
    const anchor = createAnchorFile(path.join(folder, 'missing', 'a'));
    await expect(anchor.store(Buffer.from('one'))).rejects.toThrow('ENOENT');
  });
});
