// The file of the rollback anchor.
import { execFileSync } from 'node:child_process';
import { readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createAnchorFile } from '../../../electron/main/platform/anchor-file.ts';
import { ownFolder } from '../../support/own-folder.ts';

const at = ownFolder();

describe('the anchor file', () => {
  it('is nothing before it is first stored', async () => {
    expect(await createAnchorFile(at('a')).load()).toBeNull();
  });

  it('answers what was stored last, for this person alone, and leaves nothing beside it', async () => {
    const file = at('a');
    const anchor = createAnchorFile(file);
    await anchor.store(Buffer.from('one'));
    await anchor.store(Buffer.from('two'));
    expect(await anchor.load()).toEqual(Buffer.from('two'));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(at())).toEqual(['a']);
  });

  it('does not read a file that cannot be an anchor', async () => {
    const file = at('a');
    await writeFile(file, Buffer.alloc(20_000));
    expect(await createAnchorFile(file).load()).toBeNull();
  });

  it.skipIf(process.platform === 'win32')(
    'reads nothing from a pipe or a link in its place, and does not wait for it',
    async () => {
      const [pipe, link] = ['pipe', 'link'].map((name) => at(name));
      execFileSync('mkfifo', [pipe!]);
      await writeFile(at('other'), 'not an anchor');
      await symlink(at('other'), link!);
      const loads = [pipe!, link!].map((file) => createAnchorFile(file).load());
      expect(await Promise.all(loads)).toEqual([null, null]);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'writes through no link that was laid where it writes first',
    async () => {
      const file = at('a');
      const other = at('other');
      await writeFile(other, 'of somebody else');
      await symlink(other, `${file}.next`);
      await createAnchorFile(file).store(Buffer.from('one'));
      expect(await readFile(other, 'utf8')).toBe('of somebody else');
    },
  );

  it('rejects where the place cannot be written', async () => {
    const anchor = createAnchorFile(at('missing', 'a'));
    await expect(anchor.store(Buffer.from('one'))).rejects.toThrow('ENOENT');
  });
});
