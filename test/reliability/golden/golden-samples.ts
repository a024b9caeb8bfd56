// What the golden vault holds: every field of every kind set at least once, and a slot of each type.
import type { KeySlot } from '../../../electron/main/vault/header-schema.ts';
import type { RecordName, VaultContents } from '../../../electron/main/vault/vault.ts';
import { credential, environment, token } from '../../unit/vault/vault-samples.ts';

const bytes = (length: number, fill: number): string =>
  Buffer.alloc(length, fill).toString('base64');

const failure = {
  code: 'rate_limited',
  facts: {
    call: 'token',
    host: 'gateway.example',
    status: 429,
    durationMs: 12.5,
    oauthError: 'slow_down',
    serverSaid: 'Too many requests \u2014 bitte warten',
    about: 'Retry-After',
    scopes: ['TRADER_READ'],
    retryAtMs: 1_700_000_060_000,
    count: 3,
    possiblyDone: false,
    correlationId: 'c-1',
  },
} as const;

export const goldenContents: VaultContents = {
  environments: [environment, { ...environment, authorityPem: 'PEM', kind: 'production' }],
  credentials: [
    { ...credential(0), lastFailure: { atMs: 1_700_000_000_001, failure }, refusalsInARow: 2 },
    {
      ...credential(1),
      permission: 'write',
      removeWhenDead: true,
      label: 'Z\u00fcrich \ud83d\udd11',
    },
  ],
  tokens: [
    {
      ...token(0),
      grantedScopes: null,
      lifetimeSeconds: null,
      expiresInRaw: '"soon"',
      anomalies: ['expires_in_invalid', 'scope_missing'],
      supersededAtMs: 1_700_000_000_002,
      refusedAtMs: 1_700_000_000_003,
      lastCheck: { atMs: 1_700_000_000_004, outcome: 'unclear', status: null, durationMs: 0.5 },
      revocation: {
        intentAtMs: 1_700_000_000_005,
        attempts: 2,
        acceptedAtMs: 1_700_000_000_006,
        refusals: 1,
        honouredAtMs: 1_700_000_000_007,
        unclear: 1,
        verifiedAtMs: null,
        terminalFailure: null,
        lastFailure: { code: 'server_error' },
      },
    },
    {
      ...token(1),
      issue: 'quarantined',
      quarantine: 'token_too_large',
      requestedScopes: [],
      partnerPlan: {
        startedAtMs: 1_700_000_000_008,
        done: ['revoke_key'],
        oldSecret: 'still_mints',
        refusals: 0,
        verifiedAtMs: null,
      },
      forgottenAtMs: 1_700_000_000_009,
      forgetWhenDead: true,
    },
  ],
};

export const goldenRecords: readonly { readonly name: RecordName; readonly text: string }[] = [
  { name: { id: 'credential-0', field: 'client_secret' }, text: 'golden client secret' },
  { name: { id: 'credential-1', field: 'client_secret' }, text: '' },
  { name: { id: 'token-0', field: 'access_token' }, text: 'T'.repeat(8192) },
  { name: { id: 'token-1', field: 'access_token' }, text: '\u00e9\u5b57\ud83d\udd11' },
];

/** Slots this version of the app cannot open and must keep. */
export const otherSlots: readonly KeySlot[] = [
  {
    id: bytes(16, 1),
    type: 'pw+dev',
    kdf: {
      name: 'argon2id+device',
      m: 262_144,
      t: 3,
      p: 1,
      salt: bytes(16, 2),
      device: bytes(16, 3),
    },
    wrap: bytes(60, 4),
  },
  {
    id: bytes(16, 5),
    type: 'rk',
    kdf: { name: 'hkdf-sha256', salt: bytes(32, 6) },
    wrap: bytes(60, 7),
  },
  {
    id: bytes(16, 8),
    type: 'os',
    kdf: { name: 'os-keystore', backend: 'gnome_libsecret', prefix: 'djEx', sealed: bytes(67, 9) },
    wrap: bytes(60, 10),
  },
];
