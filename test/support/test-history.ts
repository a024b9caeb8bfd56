// A history over a memory vault and a throw-away folder, and the means to meddle with its file.
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import type { HistoryEvent } from '../../electron/main/domain/history-event.ts';
import { HISTORY_FILE, openHistory, type History } from '../../electron/main/history/history.ts';
import { NO_CONTENTS } from '../../electron/main/vault/vault.ts';
import { createFakeClock } from './fake-clock.ts';
import { createMemoryVault } from './memory-vault.ts';

export const event = (
  label: string,
  what: HistoryEvent['what'] = 'credential_added',
): HistoryEvent => ({
  what,
  atMs: 1_000,
  by: 'person',
  label,
});

/** Its folder goes with the test that runs. */
export function createTestHistory(vault = createMemoryVault(NO_CONTENTS)) {
  const clock = createFakeClock();
  const folder = mkdtempSync(path.join(tmpdir(), 'strongroom-history-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, HISTORY_FILE);
  return {
    vault,
    clock,
    folder,
    file,
    /** Opens it as at unlock, and waits until it writes or cannot. */
    open: async (): Promise<History> => {
      const history = openHistory({
        vault: { ...vault, lock: () => Promise.resolve() },
        clock,
        directory: folder,
        changed: () => undefined,
        lockedBy: () => null,
      });
      await history.written();
      return history;
    },
    /** Ends one as a kill does: nothing is anchored. */
    crash: async (history: History) => {
      await history.written();
      vault.failWith({ code: 'disk_full' });
      await history.close();
      vault.failWith(null);
    },
    /** Runs SQL on the closed file, as somebody without the key would; `flipped(blob)` changes its first byte. */
    meddle: (sql: string) => {
      const database = new DatabaseSync(file);
      // Another first byte, whatever it was: a fixed one would sometimes change nothing.
      database.function('flipped', (bytes) => {
        const copy = Uint8Array.from(bytes as Uint8Array);
        copy[0] = (copy[0] ?? 0) ^ 0xff;
        return copy;
      });
      database.exec(sql);
      database.close();
    },
    /** A copy of the closed file, to be put back later. */
    copy: () => {
      const kept = `${file}.copy`;
      copyFileSync(file, kept);
      return () => copyFileSync(kept, file);
    },
    keptAside: () => readdirSync(folder).filter((name) => name.includes('.damaged-')),
  };
}

export type TestHistory = ReturnType<typeof createTestHistory>;

/** Labels of all events, oldest first; the app's own events as their words. */
export async function told(history: History): Promise<readonly string[]> {
  const page = await history.page({ before: null, limit: 500, search: '', credentialId: null });
  if (!page.ok) throw new Error(page.failure.code);
  return page.value.events.map(({ event: one }) => one?.label ?? one?.what ?? '').toReversed();
}
