// The vault as the services see it: every save they make carries the history's anchor along, so that
// an event costs no save of its own.
import type { HistoryAnchor } from '../domain/history-event.ts';
import type { OpenVault } from '../vault/store/vault.ts';

/**
 * @param anchor what is durable in the history's file at this moment; null: leave it as it is.
 * @param beforeLock runs first when the vault is locked; the keys go whatever comes of it.
 */
export function withHistoryAnchor(
  vault: OpenVault,
  anchor: () => HistoryAnchor | null,
  beforeLock: () => Promise<void>,
): OpenVault {
  return {
    ...vault,
    change: (change) =>
      vault.change({
        ...change,
        contents(before) {
          const after = change.contents(before);
          const now = anchor();
          // A change that changes nothing is no save, and stays none.
          return after === before || now === null ? after : { ...after, history: now };
        },
      }),
    async lock() {
      try {
        await beforeLock();
      } finally {
        await vault.lock();
      }
    },
  };
}
