// The log of events: every line is in the file once it says so, and nothing goes wrong without a disk.
import { execFileSync } from 'node:child_process';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../../electron/main/platform/log.ts';
import { ownFolder } from '../../support/own-folder.ts';

const at = ownFolder();

describe('the log', () => {
  it('has written every event, in order, once it is settled', async () => {
    const log = createLog(at(), () => 0);
    log.event('vault_locked');
    log.event('quit');
    await log.settled();
    const lines = (await readFile(at('strongroom.log'), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { at: '1970-01-01T00:00:00.000Z', event: 'vault_locked' },
      { at: '1970-01-01T00:00:00.000Z', event: 'quit' },
    ]);
  });

  it.skipIf(process.platform === 'win32')(
    'waits for no pipe in its place, and writes through no link',
    async () => {
      const file = at('strongroom.log');
      execFileSync('mkfifo', [file]);
      const log = createLog(at(), () => 0);
      log.event('vault_locked');
      await log.settled();
      await rm(file);
      await writeFile(at('other'), '');
      await symlink(at('other'), file);
      log.event('quit');
      await log.settled();
      expect(await readFile(at('other'), 'utf8')).toBe('');
    },
  );

  it('settles also where nothing can be written', async () => {
    const file = at('no-folder');
    await writeFile(file, '');
    const log = createLog(file, () => 0);
    log.event('quit');
    await expect(log.settled()).resolves.toBeUndefined();
  });
});
