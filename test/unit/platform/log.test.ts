// The log of events: every line is in the file once it says so, and nothing goes wrong without a disk.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../electron/main/platform/log.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'log-'))));
afterEach(async () => await rm(folder, { recursive: true }));

describe('the log', () => {
  it('has written every event, in order, once it is settled', async () => {
    const log = createLog(folder, () => 0);
    log.event('vault_locked');
    log.event('quit');
    await log.settled();
    const lines = (await readFile(path.join(folder, 'strongroom.log'), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { at: '1970-01-01T00:00:00.000Z', event: 'vault_locked' },
      { at: '1970-01-01T00:00:00.000Z', event: 'quit' },
    ]);
  });

  it.skipIf(process.platform === 'win32')(
    'waits for no pipe in its place, and writes through no link',
    async () => {
      const file = path.join(folder, 'strongroom.log');
      execFileSync('mkfifo', [file]);
      const log = createLog(folder, () => 0);
      log.event('vault_locked');
      await log.settled();
      await rm(file);
      await writeFile(path.join(folder, 'other'), '');
      await symlink(path.join(folder, 'other'), file);
      log.event('quit');
      await log.settled();
      expect(await readFile(path.join(folder, 'other'), 'utf8')).toBe('');
    },
  );

  it('settles also where nothing can be written', async () => {
    const file = path.join(folder, 'no-folder');
    await writeFile(file, '');
    const log = createLog(file, () => 0);
    log.event('quit');
    await expect(log.settled()).resolves.toBeUndefined();
  });
});
