// Group commit: changes asked for while a save runs share the next one. Each runs on the latest
// durable state; one that throws rejects itself alone; a failed save fails its whole group.
import { fail, type Result } from '../../domain/result.ts';
import { applyChange, type PreparedChange } from './change-application.ts';
import { createPace } from '../keys/yield-to-loop.ts';
import type { VaultState } from './vault-state.ts';
import type { VaultFailure } from './vault.ts';

interface ChangeQueue {
  readonly add: (change: PreparedChange) => Promise<Result<void, VaultFailure>>;
  /** Resolves when nothing waits and no save runs. Never rejects. */
  readonly settled: () => Promise<void>;
}

interface Waiting {
  readonly change: PreparedChange;
  readonly resolve: (result: Result<void, VaultFailure>) => void;
  readonly reject: (bug: unknown) => void;
}

interface ChangeQueueDependencies {
  /** The latest durable state; null once the vault is locked: what still waits fails with `vault_locked`. */
  readonly current: () => VaultState | null;
  /** Makes a state durable and current, or changes nothing. */
  readonly save: (next: VaultState) => Promise<Result<void, VaultFailure>>;
}

/**
 * Runs changes one group after the other. A change rejects where it throws or is not of the schema, and
 * fails as its save does.
 */
export function createChangeQueue({ current, save }: ChangeQueueDependencies): ChangeQueue {
  let waiting: Waiting[] = [];
  let running: Promise<void> | null = null;

  async function saveGroup(group: readonly Waiting[]): Promise<void> {
    const pace = createPace();
    const before = current();
    if (before === null) {
      for (const { resolve } of group) resolve(fail({ code: 'vault_locked' }));
      return;
    }
    let next = before;
    const applied: Waiting[] = [];
    for (const entry of group) {
      try {
        next = await applyChange(next, entry.change, pace);
        applied.push(entry);
      } catch (bug) {
        entry.reject(bug);
      }
    }
    try {
      const result: Result<void, VaultFailure> =
        next === before ? { ok: true, value: undefined } : await save(next);
      for (const entry of applied) entry.resolve(result);
    } catch (bug) {
      for (const entry of applied) entry.reject(bug);
    }
  }

  async function run(): Promise<void> {
    // One turn first, so that changes asked for together are saved together.
    await Promise.resolve();
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await saveGroup(group);
    }
    running = null;
  }

  return {
    add(change) {
      return new Promise((resolve, reject) => {
        waiting.push({ change, resolve, reject });
        running ??= run();
      });
    },
    async settled() {
      for (let job = running; job !== null; job = running) await job;
    },
  };
}
