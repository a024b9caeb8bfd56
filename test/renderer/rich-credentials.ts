// Eight credentials that between them show most states of a token, both access types and all three kinds
// of environment.
import type {
  CredentialView,
  TokenView,
} from '../../electron/shared/credentials/credential-view.ts';
import {
  canAll,
  canNothing,
  credential,
  HOUR,
  MINUTE,
  revocation as revocationOf,
  token,
} from './fixtures.ts';

const revocation = (nowMs: number): NonNullable<TokenView['revocation']> => ({
  ...revocationOf(nowMs - 2 * MINUTE),
  attempts: 1,
  acceptedAtMs: nowMs - 2 * MINUTE,
  refusals: 1,
  firstRefusedAtMs: nowMs - 2 * MINUTE + 2_000,
  propagationEndsAtMs: nowMs + 3 * MINUTE + 12_000,
});

export function richCredentials(nowMs: number): readonly CredentialView[] {
  const over = { live: false, can: { ...canNothing, forget: true } };
  return [
    credential(nowMs, {
      id: 'desk-a',
      label: 'Desk-A',
      tags: ['desk', 'night'],
      ownerAccount: 'Northwind Trading',
      tokens: [
        token(nowMs, {
          id: 'a1',
          can: { ...canAll, copy: true },
          lastCheck: {
            atMs: nowMs - 4 * MINUTE,
            outcome: 'honoured',
            evidence: null,
            control: null,
            status: 200,
            durationMs: 84,
          },
        }),
        token(nowMs, {
          id: 'a2',
          fingerprint: '81c0·7e44',
          state: 'superseded',
          sentAtMs: nowMs - 22 * HOUR - 58 * MINUTE,
          expiresAtMs: nowMs + HOUR + 2 * MINUTE + 20_000,
          can: { ...canAll, renew: false },
        }),
        token(nowMs, {
          id: 'a3',
          fingerprint: 'b20e·1177',
          state: 'propagating',
          requestedScopes: ['TRADER_READ', 'TRADER_TRADE'],
          grantedScopes: ['TRADER_READ', 'TRADER_TRADE'],
          expiresAtMs: nowMs + 5 * HOUR,
          can: { ...canNothing, check: true },
          revocation: revocation(nowMs),
        }),
        token(nowMs, {
          ...over,
          id: 'a4',
          fingerprint: '0d5c·aa03',
          state: 'verified',
          expiresAtMs: nowMs + 2 * HOUR,
          revocation: { ...revocation(nowMs), refusals: 3, verifiedAtMs: nowMs - MINUTE },
        }),
        token(nowMs, {
          ...over,
          id: 'a5',
          fingerprint: 'e9f1·3b20',
          state: 'expired',
          expiresAtMs: nowMs - 12 * MINUTE,
        }),
      ],
    }),
    credential(nowMs, {
      id: 'desk-b',
      label: 'Desk-B',
      tags: ['desk'],
      tokens: [
        token(nowMs, {
          id: 'b1',
          fingerprint: '5ac7·d018',
          state: 'expiring',
          requestedScopes: ['TRADER_READ', 'TRADER_TRADE'],
          grantedScopes: ['TRADER_READ', 'TRADER_TRADE'],
          expiresAtMs: nowMs + 9 * MINUTE + 41_500,
          sentAtMs: nowMs - 24 * HOUR + 9 * MINUTE + 41_500,
        }),
      ],
    }),
    credential(nowMs, {
      id: 'mm-1',
      label: 'MM-1',
      accessType: 'partner',
      registeredScopes: [],
      permission: 'write',
      tags: ['market making'],
      tokens: [
        token(nowMs, {
          id: 'm1',
          fingerprint: '44d2·9f6b',
          state: 'needs_you',
          requestedScopes: [],
          grantedScopes: null,
          lifetimeSeconds: 7200,
          sentAtMs: nowMs - 40 * MINUTE,
          expiresAtMs: nowMs + 80 * MINUTE,
          can: { ...canNothing, check: true, guide: true, forget: true },
          partnerPlan: {
            startedAtMs: nowMs - 5 * MINUTE,
            done: ['revoke_key'],
            oldSecret: null,
            refusals: 1,
            refusalsNeeded: 3,
            firstRefusedAtMs: nowMs - MINUTE,
            evidence: null,
            verifiedAtMs: null,
          },
        }),
      ],
    }),
    credential(nowMs, {
      id: 'settle',
      label: 'Settlement feed for the overnight reconciliation job',
      tags: ['night'],
      ownerAccount: 'Northwind Trading',
      accessTypeConflict: true,
      refusalsInARow: 3,
      registeredScopes: ['TRADER_READ'],
      lastFailure: {
        atMs: nowMs - 3 * MINUTE,
        failure: {
          code: 'invalid_client',
          facts: {
            call: 'token',
            host: 'api.exchange.example',
            status: 401,
            durationMs: 212,
            oauthError: 'invalid_client',
            serverSaid: 'Client authentication failed.',
            correlationId: '5f0c2e1a',
          },
        },
      },
      tokens: [],
    }),
    credential(nowMs, {
      id: 'reports',
      label: 'Reports',
      registeredScopes: ['TRADER_READ'],
      tokens: [
        token(nowMs, {
          id: 'r1',
          fingerprint: '7712·0c9d',
          state: 'not_verifiable',
          live: false,
          verifiable: false,
          can: { ...canNothing, forget: true },
          revocation: { ...revocation(nowMs), propagationEndsAtMs: nowMs - MINUTE },
        }),
      ],
    }),
    credential(nowMs, {
      id: 'lab-1',
      label: 'Lab',
      environmentId: 'lab',
      tokens: [
        token(nowMs, {
          id: 'l1',
          fingerprint: 'c3a8·5512',
          requestedScopes: ['TRADER_READ', 'TRADER_TRADE'],
          grantedScopes: ['TRADER_READ'],
          anomalies: ['scope_narrower', 'expires_in_missing'],
          expiresAtMs: null,
          lifetimeSeconds: null,
          expiresInRaw: '"soon"',
        }),
      ],
    }),
    credential(nowMs, {
      id: 'practice-trader',
      label: 'Practice Trader',
      environmentId: 'practice',
      tokens: [],
    }),
    credential(nowMs, {
      id: 'practice-partner',
      label: 'Practice Partner',
      environmentId: 'practice',
      accessType: 'partner',
      registeredScopes: [],
      permission: 'read',
      tokens: [
        token(nowMs, {
          id: 'p1',
          fingerprint: '9be1·40fa',
          requestedScopes: [],
          grantedScopes: null,
          lifetimeSeconds: 7200,
          sentAtMs: nowMs - 25 * MINUTE,
          expiresAtMs: nowMs + 95 * MINUTE,
          can: { ...canNothing, check: true, renew: true, guide: true, forget: true },
        }),
      ],
    }),
  ];
}
