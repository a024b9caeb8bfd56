// The ways into the locked vault beside the passphrase, as its header lists them: the window offers no other.
import { otherWays, type OtherWay } from '../../shared/protection/protection-view.ts';
import type { VaultStore } from '../vault/vault-store.ts';

export function createOtherWays(store: Pick<VaultStore, 'slots'>, changed: () => void) {
  let offered: readonly OtherWay[] = [];
  return {
    offered: (): readonly OtherWay[] => offered,
    /** Reads the header again: at start and after each lock. */
    async reevaluate(): Promise<void> {
      const slots = await store.slots();
      const types = slots.ok ? slots.value.map(({ type }) => type) : [];
      offered = otherWays.filter((way) => types.includes(way));
      changed();
    },
  };
}
