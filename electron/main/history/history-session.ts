// The history of the vault that is open, if one is: opened with the room, ended by its lock. Writes
// down how the vault was opened, and what the services of the session tell.
import type { HistoryWord } from '../../shared/history/history-words.ts';
import type { Clock } from '../domain/clock.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { HistoryEvent } from '../domain/history-event.ts';
import { openHistory, type History } from './history.ts';
import type { OpenedBy } from '../vault/vault.ts';
import type { OpenVault } from '../vault/unlocked-vault.ts';

export type HistorySession = ReturnType<typeof createHistorySession>;

export interface HistorySessionPorts {
  readonly clock: Clock;
  /** The vault's own directory. */
  readonly directory: string;
  readonly changed: () => void;
  readonly openedBy: () => OpenedBy | null;
  /** The vault being opened was a backup a moment ago. */
  readonly isRestored: () => boolean;
  /** Why the vault is being locked by itself; null when the person asked. */
  readonly lockedBy: () => string | null;
}

export function createHistorySession(ports: HistorySessionPorts) {
  const { clock } = ports;
  let history: History | null = null;

  /** Something the person did to the vault itself. Nothing while it is locked. */
  function tell(what: HistoryWord, word?: string): void {
    const event = { what, atMs: clock.nowMs(), by: 'person' } as const;
    history?.recordEvent(word === undefined ? event : { ...event, word });
  }

  return {
    /** The session works with the answer's `vault` and `recordEvent`, and reads what was with `pastEvents`. */
    open(vault: OpenVault, isNew: boolean) {
      const opened = openHistory({ ...ports, vault });
      history = opened;
      vault.hook({
        async beforeLock() {
          await opened.close();
          if (history === opened) history = null;
        },
      });
      if (ports.isRestored()) tell('backup_restored');
      tell(isNew ? 'vault_created' : 'vault_unlocked', ports.openedBy() ?? undefined);
      return {
        vault,
        recordEvent: opened.recordEvent,
        /** Shows every event so far, from the first on. False: the history could not be read to its end. */
        pastEvents: (visit: (event: HistoryEvent) => void) => visitAll(opened, visit),
      };
    },
    current: (): Result<History> =>
      history === null ? fail({ code: 'vault_locked' }) : ok(history),
    tell,
    /** Zeroes the keys of the history at once; waits for nothing. `noted`: the lock is written down first. */
    wipe: (noted?: 'noted'): void => {
      const ended = history;
      history = null;
      if (noted === undefined) ended?.wipe();
      else ended?.endNow();
    },
  };
}

async function visitAll(history: History, visit: (event: HistoryEvent) => void): Promise<boolean> {
  const all = await history.all();
  if (!all.ok) return false;
  for (const { event } of all.value.events) if (event !== null) visit(event);
  return true;
}
