// The history under kill -9 in the middle of appends: no event that was called durable is lost, and what
// is there is one unbroken chain.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HistoryAnchor } from '../../electron/main/domain/history-event.ts';
import { openHistory } from '../../electron/main/history/history.ts';
import { NO_CONTENTS } from '../../electron/main/vault/vault.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createMemoryVault } from '../support/memory-vault.ts';

const KILLS = 12;

interface Told {
  readonly anchor?: HistoryAnchor;
  readonly durable?: number;
}

/** Kills the child once `after` events were durable, and answers what it had said until then. */
async function killed(directory: string, after: number): Promise<Required<Told>> {
  const child = fork(path.join(import.meta.dirname, 'support/history-child.ts'), [directory]);
  let told: Told = {};
  child.on('message', (message: Told) => {
    told = { ...told, ...message };
    if ((told.durable ?? 0) >= after) child.kill('SIGKILL');
  });
  await once(child, 'exit');
  const { anchor, durable } = told;
  if (anchor === undefined || durable === undefined) {
    throw new Error('the child ended by itself');
  }
  return { anchor, durable };
}

describe('a history whose process was killed while it wrote', () => {
  it(`has every durable event, unbroken, ${KILLS} times`, async () => {
    for (let round = 0; round < KILLS; round += 1) {
      const directory = mkdtempSync(path.join(tmpdir(), 'strongroom-history-kill-'));
      const { anchor, durable } = await killed(directory, 3 + round * 17);
      const vault = createMemoryVault({ ...NO_CONTENTS, history: anchor });
      const history = openHistory({
        vault,
        clock: createFakeClock(),
        directory,
        changed: () => undefined,
        lockedBy: () => null,
      });
      const verdict = await history.verify();
      expect(verdict).toMatchObject({ ok: true, value: { damage: null } });
      const all = await history.all();
      if (!all.ok) throw new Error(all.failure.code);
      const labels = all.value.events.map(({ event }) => event?.label);
      // The first event is the history's own.
      expect(labels.length - 1).toBeGreaterThanOrEqual(durable);
      expect(labels.slice(1)).toEqual(labels.slice(1).map((_, at) => `Event ${at + 1}`));
      await history.close();
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
