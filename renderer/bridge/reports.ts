// What the window reports to main by itself. Silent: one that is lost is followed by the next, or main finds
// out by itself.
import type { Bridge } from '../../electron/shared/ipc-contract.ts';

export function createReports(bridge: Pick<Bridge, 'vaultKeepOpen' | 'networkBack' | 'clockSet'>) {
  const silently = (call: () => Promise<unknown>) => (): void => {
    call().catch(() => undefined);
  };
  return {
    /** The person answered the warning before the lock. */
    keepOpen: silently(bridge.vaultKeepOpen),
    networkBack: silently(bridge.networkBack),
    clockSet: silently(bridge.clockSet),
  };
}
