// R3, V16: power cut on a real file system. Where the test may mount an ext4 image (Linux, as root) the
// vault is opened on copies of the image taken amid its creation and its saves; elsewhere it says aloud
// that only the model of vault-power-loss.test.ts was tried. Positive control: saves that sync nothing.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ImageReport } from './support/disk-image-child.ts';
import { recordFigure, recordNotRun } from './support/figures.ts';

type Answer =
  | { readonly unavailable: string }
  | { readonly honest: ImageReport; readonly lying: ImageReport };

const GOAL = 'at least 25 snapshots, every one opens, 0 acknowledged lost';
const child = path.join(import.meta.dirname, 'support/disk-image-child.ts');

/** The mounts live in a namespace of the child and die with it. */
function snapshots(directory: string): Answer {
  if (process.platform !== 'linux') return { unavailable: 'not Linux' };
  const command = ['--mount', process.execPath, child, directory];
  const { status, stdout, stderr, error } = spawnSync('unshare', command, { encoding: 'utf8' });
  if (stdout !== '') return JSON.parse(stdout) as Answer;
  if (error !== undefined) return { unavailable: error.message };
  if (/Operation not permitted/.test(stderr)) return { unavailable: stderr.trim() };
  throw new Error(`the child ended with ${status}: ${stderr}`);
}

describe('a vault on a disk image whose power is cut', () => {
  it('V16 opens on every copy, with everything acknowledged', ({ skip }) => {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'strongroom-image-'));
    try {
      const answer = snapshots(directory);
      if ('unavailable' in answer) {
        const why = `no disk image can be mounted (${answer.unavailable}); the model only`;
        recordNotRun({ id: 'R3', what: 'ext4 images copied amid saves', goal: GOAL }, why);
        return skip(why);
      }
      const { honest, lying } = answer;
      const bad = honest.unreadable + honest.acknowledgedLost;
      recordFigure({
        id: 'R3',
        what: `ext4 images copied amid creation and saves; without syncs, ${lying.acknowledgedLost} of ${lying.snapshots} lost what was acknowledged`,
        tried: honest.snapshots,
        bad,
        goal: GOAL,
        holds: bad === 0 && honest.snapshots >= 25,
        seed: null,
      });
      expect(honest).toMatchObject({ unreadable: 0, acknowledgedLost: 0 });
      expect(lying.acknowledgedLost).toBeGreaterThan(0);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
