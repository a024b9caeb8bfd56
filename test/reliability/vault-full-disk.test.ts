// R5, I3: a disk that is really full. Where the test may mount a small file system (Linux, as root
// or in a user namespace of its own) every size in its range is tried; elsewhere it says aloud that
// only the injected errors of vault-errno.test.ts were tried.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { figureHolds } from './support/figures.ts';
import { onFullDisk } from './support/on-full-disk.ts';

interface Report {
  readonly sizes: number;
  readonly refused: number;
  readonly saved: number;
  readonly problems: readonly string[];
}

describe('a vault on a full disk', () => {
  it('V16 reports disk_full, keeps the old file and leaves nothing behind', ({ skip }) => {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'strongroom-full-'));
    try {
      const report = onFullDisk('full-disk-child.ts', directory) as Report | null;
      if (report === null) {
        return skip('no small file system can be mounted; injected ENOSPC only');
      }
      const { sizes, refused, saved, problems } = report;
      expect(problems).toEqual([]);
      expect(sizes).toBeGreaterThanOrEqual(150);
      expect(report.refused).toBeGreaterThan(60);
      expect(report.saved).toBeGreaterThan(10);
      figureHolds('R5', `a disk that is really full: ${refused} refused, ${saved} saved`, sizes);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
