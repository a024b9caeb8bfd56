// The history on a disk that is really full: every event is kept and written once there is room, in
// order, in one unbroken chain. Where no small file system can be mounted it says so aloud.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { onFullDisk } from './support/on-full-disk.ts';

interface Report {
  readonly noted: number;
  readonly refused: number;
  readonly problems: readonly string[];
}

describe('the history on a full disk', () => {
  it('loses no event, and says that it is not written', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'strongroom-history-full-'));
    try {
      const report = onFullDisk('history-full-disk-child.ts', directory) as Report | null;
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
