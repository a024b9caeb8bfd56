// V20: a core dump of the main process holds nothing of its memory. Crashes a process of its own; says
// aloud where this system writes no core file into the folder of a process, or none at all.
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const subject = path.join(import.meta.dirname, 'core-dump-subject.ts');

/** Whether the dump of a crash holds the canary; null where no dump was written. */
function dumpHolds(how: 'left in' | 'left out'): boolean | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'strongroom-core-'));
  try {
    const seed = randomBytes(16).toString('hex');
    const crashed = spawnSync(
      'sh',
      ['-c', 'ulimit -c unlimited; exec "$0" "$@"', process.execPath, subject, seed, how],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(crashed.stdout).toContain('holding');
    const core = readdirSync(folder).find((name) => name.startsWith('core'));
    if (core === undefined) return null;
    const canary = createHash('sha256').update(seed).digest('hex');
    return readFileSync(path.join(folder, core)).includes(canary);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('V20 the core dump of a crash', () => {
  it('holds nothing of the memory', ({ skip }) => {
    const control = dumpHolds('left in');
    if (control === null) skip('core dumps were NOT looked into: this system wrote none');
    expect(control, 'what was left in was not found').toBe(true);
    expect(dumpHolds('left out')).not.toBe(true);
  });
});
