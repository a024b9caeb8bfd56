// The ways into the locked vault beside the passphrase, as its header lists them: the window offers no other.
import { otherWays, type OtherWay } from '../../shared/protection/protection-view.ts';
import type { VaultStore } from '../vault/vault.ts';

/** What the header of the locked vault offers. */
export interface OtherWays {
  readonly offered: () => readonly OtherWay[];
  /** Reads the header again: at start and after each lock. */
  readonly reevaluate: () => Promise<void>;
}

export function createOtherWays(store: Pick<VaultStore, 'slots'>, changed: () => void): OtherWays {
  let offered: readonly OtherWay[] = [];
  return {
    offered: () => offered,
    async reevaluate() {
      const slots = await store.slots();
      const types = slots.ok ? slots.value.map(({ type }) => type) : [];
      offered = otherWays.filter((way) => types.includes(way));
      changed();
    },
  };
}
