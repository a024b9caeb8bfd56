// What the golden vault holds: every field of every kind set at least once, and a slot of each type.
import type {
  DrillId,
  RotationId,
  SavedViewId,
  RevocationRunId,
} from '../../../electron/main/domain/ids.ts';
import type { KeySlot } from '../../../electron/main/vault/header.ts';
import {
  NO_CONTENTS,
  type RecordName,
  type VaultContents,
} from '../../../electron/main/vault/vault.ts';
import { credential, environment, token } from '../../unit/vault/vault-samples.ts';

const bytes = (length: number, fill: number): string =>
  Buffer.alloc(length, fill).toString('base64');

const failure = {
  code: 'rate_limited',
  facts: {
    call: 'token',
    host: 'gateway.example',
    proxy: 'proxy.example:3128',
    ownAuthority: true,
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
  ...NO_CONTENTS,
  environments: [
    { ...environment, proxy: { mode: 'system' } },
    {
      ...environment,
      authorityPem: 'PEM',
      kind: 'production',
      introspection: { path: '/auth/introspect', authentication: 'client_secret_basic' },
      proxy: { mode: 'manual', host: 'proxy.example', port: 3128, userName: 'desk a' },
    },
  ],
  credentials: [
    { ...credential(0), lastFailure: { atMs: 1_700_000_000_001, failure }, refusalsInARow: 2 },
    {
      ...credential(1),
      permission: 'write',
      removeWhenDead: true,
      label: 'Z\u00fcrich \ud83d\udd11',
    },
    ...[2, 3, 4, 5].map(credential),
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
    ...[2, 3, 4, 5].map(token),
  ],
  revocationRuns: [
    {
      id: 'run-1' as RevocationRunId,
      scope: { kind: 'selection', tokenIds: [token(0).id] },
      pressedAtMs: 1_700_000_000_010,
      tokenIds: [token(0).id],
      guidedTokenIds: [token(1).id],
      firstSentAtMs: 1_700_000_000_011.5,
      cancelledAtMs: 1_700_000_000_012,
      closedAtMs: 1_700_000_000_013,
      drillId: 'drill-1' as DrillId,
    },
    {
      id: 'run-2' as RevocationRunId,
      scope: { kind: 'tag', tag: 'night \u2014 desk' },
      pressedAtMs: 1_700_000_000_014,
      tokenIds: [],
      guidedTokenIds: [],
      firstSentAtMs: null,
      cancelledAtMs: null,
      closedAtMs: null,
      drillId: null,
    },
  ],
  rotations: [
    {
      id: 'rotation-1' as RotationId,
      credentialId: credential(0).id,
      startedAtMs: 1_700_000_000_015,
      newSecretAtMs: 1_700_000_000_016,
      newSecretFingerprint: '0a1b\u00b72c3d',
      newTokenId: token(0).id,
      checkedAtMs: 1_700_000_000_017,
      oldTokenIds: [token(1).id],
      oldSecretSaid: 'stopped',
      revokeAskedAtMs: 1_700_000_000_018,
      oldSecret: { atMs: 1_700_000_000_019, verdict: 'unclear' },
      finishedAtMs: null,
    },
  ],
  drills: [
    {
      id: 'drill-1' as DrillId,
      scenario: 'lost_answers',
      startedAtMs: 1_700_000_000_020,
      endedAtMs: 1_700_000_000_021,
      how: 'finished',
      credentialIds: [credential(0).id],
      leakedIds: [credential(0).id],
      leakedSecrets: ['3f9a\u00b702c1'],
      tokens: 3,
      acceptedAfterMs: 1_200,
      verifiedAfterMs: null,
      mistakes: ['forgot_token'],
    },
  ],
  leakPlans: [
    {
      credentialId: credential(1).id,
      startedAtMs: 1_700_000_000_022,
      tokenIds: [token(1).id],
      way: 'delete',
      runId: 'run-1' as RevocationRunId,
      said: ['revoke_key'],
      oldSecret: { atMs: 1_700_000_000_023, verdict: 'refused' },
      closedAtMs: 1_700_000_000_024,
    },
  ],
  renewals: [
    {
      credentialId: credential(0).id,
      sinceMs: 1_700_000_000_025,
      untilMs: 1_700_000_000_026,
      graceSeconds: 60,
      handovers: [
        { fromTokenId: token(0).id, toTokenId: token(2).id, handedOverAtMs: 1_700_000_000_027 },
        { fromTokenId: token(1).id, toTokenId: token(3).id, handedOverAtMs: null },
      ],
      refusals: 2,
      lastFailure: { atMs: 1_700_000_000_028, failure },
      stoppedAtMs: 1_700_000_000_029,
    },
    {
      credentialId: credential(1).id,
      sinceMs: 1_700_000_000_030,
      untilMs: null,
      graceSeconds: 0,
      handovers: [],
      refusals: 0,
      lastFailure: null,
      stoppedAtMs: null,
    },
  ],
  leases: [
    { tokenId: token(0).id, end: 'after', setAtMs: 1_700_000_000_031, seconds: 1_800 },
    { tokenId: token(1).id, end: 'suspend', setAtMs: 1_700_000_000_032, seconds: null },
  ],
  tagAlerts: [
    { tag: 'night \u2014 desk', minutesBefore: [60, 5] },
    { tag: 'lab', minutesBefore: [] },
  ],
  savedViews: [
    { id: 'view-1' as SavedViewId, name: 'Z\u00fcrich', query: 'state:live expires:<1h env:prod' },
  ],
  favourites: [credential(1).id],
  history: { count: 4711, head: 'ab'.repeat(32) },
};

export const goldenRecords: readonly { readonly name: RecordName; readonly text: string }[] = [
  { name: { id: 'credential-0', field: 'client_secret' }, text: 'golden client secret' },
  { name: { id: 'credential-1', field: 'client_secret' }, text: '' },
  { name: { id: 'token-0', field: 'access_token' }, text: 'T'.repeat(8192) },
  { name: { id: 'token-1', field: 'access_token' }, text: '\u00e9\u5b57\ud83d\udd11' },
  { name: { id: 'credential-0', field: 'new_client_secret' }, text: 'golden new secret' },
  { name: { id: 'environment-1', field: 'proxy_password' }, text: 'golden proxy password' },
];

/** A slot that this version of the app cannot open and must keep. */
export const otherSlot: KeySlot = {
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
};
