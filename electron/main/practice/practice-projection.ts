// What the app window may know of the practice gateway: a few settings and the last lines of its
// ledger, from which no secret, token, header or field crosses.
import { PRACTICE_LINES, type PracticeView } from '../../shared/practice/practice-view.ts';
import type { PracticeGateway } from './gateway/practice-gateway.ts';
import { defaultSettings } from './gateway/practice-settings.ts';

/** Null: the gateway is not running. */
export function practiceViewOf(gateway: PracticeGateway | null): PracticeView {
  const settings = gateway?.controls.settings() ?? defaultSettings;
  return {
    running: gateway !== null,
    traderLifetimeSeconds: settings.traderLifetimeSeconds,
    partnerLifetimeSeconds: settings.partnerLifetimeSeconds,
    propagationSeconds: settings.propagationSeconds,
    slowFirstCallMs: settings.slowFirstCallMs,
    fault: settings.fault,
    ledger: (gateway?.ledger.entries() ?? []).slice(-PRACTICE_LINES).map((entry) => ({
      atMs: entry.atMs,
      method: entry.method,
      path: entry.path,
      // 0 where no HTTP answer was sent.
      status: entry.status ?? 0,
      note: entry.note,
    })),
  };
}
