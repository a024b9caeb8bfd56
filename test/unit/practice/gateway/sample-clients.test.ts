// The two credentials of a first run.
import { describe, expect, it } from 'vitest';
import { sampleClients } from '../../../../electron/main/practice/gateway/sample-clients.ts';

describe('sample clients', () => {
  it('are a Trader with both scopes and a Partner', () => {
    expect(sampleClients()).toMatchObject([
      { label: 'Practice trader', accessType: 'trader', scopes: ['TRADER_READ', 'TRADER_TRADE'] },
      { label: 'Practice partner', accessType: 'partner', scopes: [], permission: 'read' },
    ]);
  });

  it('have ids and secrets of their own each time', () => {
    const all = [...sampleClients(), ...sampleClients()];
    const secrets = all.map(({ secret }) => secret.use((bytes) => bytes.toString('ascii')));
    expect(new Set(all.map(({ clientId }) => clientId)).size).toBe(4);
    expect(new Set(secrets).size).toBe(4);
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
  });
});
