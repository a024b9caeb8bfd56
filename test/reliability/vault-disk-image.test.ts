// R3, V16: power cut on a real file system. Where the test may mount an ext4 image (Linux, as root) the
// vault is opened on copies of the image taken amid its creation and its saves; elsewhere it says aloud
// that only the model of vault-power-loss.test.ts was tried. Positive control: saves that sync nothing.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ImageReport } from './support/disk-image-child.ts';
import { figureHolds } from './support/figures.ts';

type Answer =
  | { readonly unavailable: string }
  | { readonly honest: ImageReport; readonly lying: ImageReport };

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
        return skip(`no disk image can be mounted (${answer.unavailable}); the model only`);
      }
      const { honest, lying } = answer;
      expect(honest).toMatchObject({ unreadable: 0, acknowledgedLost: 0 });
      expect(honest.snapshots).toBeGreaterThanOrEqual(25);
      expect(lying.acknowledgedLost).toBeGreaterThan(0);
      figureHolds('R3', 'ext4 images copied amid creation and saves', honest.snapshots);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
