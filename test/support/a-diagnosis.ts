// A diagnosis that has ended well, with whatever a test wants to be different.
import { checksFor, line } from '../../electron/main/diagnosis/check-lines.ts';
import type { DiagnosisView } from '../../electron/shared/diagnosis/diagnosis-view.ts';

export function aDiagnosis(changes: Partial<DiagnosisView> = {}): DiagnosisView {
  const accessType = changes.accessType ?? 'trader';
  return {
    id: 'diagnosis-1',
    credentialId: 'trader-1',
    label: 'Desk A',
    clientId: 'client-1',
    accessType,
    environment: 'Lab',
    kind: 'sandbox',
    baseUrl: 'https://api.example.com',
    tradeUrl: 'https://trade.example.com',
    ownAuthority: true,
    scopes: ['TRADER_READ', 'TRADER_TRADE'],
    startedAtMs: Date.UTC(2026, 0, 15, 12),
    endedAtMs: Date.UTC(2026, 0, 15, 12, 1),
    stopped: false,
    checks: checksFor(accessType, false).map(({ place, step }) =>
      line(place, step, { verdict: 'good', finding: 'connected', durationMs: 12 }),
    ),
    ...changes,
  };
}
