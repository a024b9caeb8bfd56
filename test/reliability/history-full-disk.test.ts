// The history on a disk that is really full: every event is kept and written once there is room, in
// order, in one unbroken chain. Where no small file system can be mounted it says so aloud.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

interface Report {
  readonly noted: number;
  readonly refused: number;
  readonly problems: readonly string[];
}

const child = path.join(import.meta.dirname, 'support/history-full-disk-child.ts');
const mount = 'mount -t tmpfs -o size=2m tmpfs "$1" && exec "$2" "$3" "$1"';

/** Null where nothing may be mounted. The mount lives in a namespace of the child and dies with it. */
function onFullDisk(directory: string): Report | null {
  if (process.platform !== 'linux') return null;
  for (const namespace of [['--mount'], ['--user', '--map-root-user', '--mount']]) {
    const command = ['sh', '-c', mount, 'sh', directory, process.execPath, child];
    const run = spawnSync('unshare', [...namespace, ...command], { encoding: 'utf8' });
    if (run.status === 0) return JSON.parse(run.stdout) as Report;
    if (run.stdout !== '' || /Error/.test(run.stderr)) throw new Error(run.stderr);
  }
  return null;
}

describe('the history on a full disk', () => {
  it('loses no event, and says that it is not written', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'strongroom-history-full-'));
    try {
      const report = onFullDisk(directory);
      if (report === null) {
        console.warn('The history was NOT tried on a full disk: nothing can be mounted here.');
        return;
      }
      expect(report.problems).toEqual([]);
      expect(report.refused).toBeGreaterThan(50);
      expect(report.noted - report.refused).toBeGreaterThan(50);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
