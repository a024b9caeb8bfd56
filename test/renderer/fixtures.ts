// Plausible views, one of each kind, to which a test adds what it is about. Times hang on one `now`, so
// that a test's fake clock decides them.
import type { PracticeView } from '../../electron/shared/practice/practice-view.ts';
import type { CheckReportView } from '../../electron/shared/tokens/check-report-view.ts';
import type {
  CredentialView,
  TokenView,
} from '../../electron/shared/credentials/credential-view.ts';
import type { EnvironmentView } from '../../electron/shared/environments/environment-view.ts';
import type { RevocationRunView } from '../../electron/shared/revoke-all/revocation-run-view.ts';
import type { AppView } from '../../electron/shared/views.ts';
import { linuxMachine, notLocking, safeSettings } from '../support/protection.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const canNothing = {
  check: false,
  renew: false,
  revoke: false,
  guide: false,
  copy: false,
  forget: false,
};
export const canAll = { ...canNothing, check: true, renew: true, revoke: true, forget: true };

/** Of the tokens of an old secret: there is none. */
export const noOldTokens: NonNullable<CredentialView['leakPlan']>['tokens'] = {
  waiting: 0,
  underWay: 0,
  failed: 0,
  accepted: 0,
  unproven: 0,
  dead: 0,
  outOfReach: 0,
};

export const rotation = (
  nowMs: number,
  part: Partial<NonNullable<CredentialView['rotation']>> = {},
): NonNullable<CredentialView['rotation']> => ({
  startedAtMs: nowMs,
  step: 1,
  waitingFor: 'you',
  newSecret: null,
  newTokenId: null,
  checkedAtMs: null,
  oldSecretSaid: null,
  oldSecretStopped: false,
  oldSecret: null,
  old: noOldTokens,
  mayFinish: false,
  ...part,
});

export const leakPlan = (
  nowMs: number,
  part: Partial<NonNullable<CredentialView['leakPlan']>> = {},
): NonNullable<CredentialView['leakPlan']> => ({
  startedAtMs: nowMs,
  way: null,
  runId: null,
  said: [],
  tokens: noOldTokens,
  oldSecret: null,
  rotation: 'none',
  ...part,
});

export const renewal = (
  nowMs: number,
  part: Partial<NonNullable<CredentialView['renewal']>> = {},
): NonNullable<CredentialView['renewal']> => ({
  phase: 'waiting',
  untilMs: null,
  graceSeconds: 60,
  nextAtMs: nowMs + HOUR,
  revokesAtMs: null,
  lastFailure: null,
  ...part,
});

/** Revoke everything, pressed a moment ago. */
export const run = (nowMs: number, part: Partial<RevocationRunView> = {}): RevocationRunView => ({
  id: 'run-1',
  scope: { kind: 'all' },
  pressedAtMs: nowMs,
  firstSentAtMs: nowMs + 10,
  cancelledAtMs: null,
  tokenIds: [],
  guidedTokenIds: [],
  beyondIds: [],
  width: 16,
  drillId: null,
  ...part,
});

export const drill = (
  nowMs: number,
  part: Partial<NonNullable<AppView['drill']>> = {},
): NonNullable<AppView['drill']> => ({
  id: 'd1',
  scenario: 'public_repository',
  preparing: false,
  startedAtMs: nowMs,
  credentialIds: [],
  leakedIds: [],
  tokens: 1,
  accepted: 0,
  verified: 0,
  ...part,
});

/** Of a revocation that is asked for: nothing has come of it yet. */
export const revocation = (nowMs: number): NonNullable<TokenView['revocation']> => ({
  intentAtMs: nowMs,
  attempts: 0,
  acceptedAtMs: null,
  refusals: 0,
  refusalsNeeded: 3,
  firstRefusedAtMs: null,
  evidence: null,
  propagationEndsAtMs: null,
  verifiedAtMs: null,
  nextAttemptAtMs: null,
  failure: null,
});

export function token(nowMs: number, part: Partial<TokenView> & { id: string }): TokenView {
  const leftMs = 23 * HOUR + 10 * MINUTE;
  return {
    credentialId: 'desk-a',
    fingerprint: '3f9a·02c1',
    state: 'active',
    live: true,
    requestedScopes: ['TRADER_READ'],
    grantedScopes: ['TRADER_READ'],
    sentAtMs: nowMs - (24 * HOUR - leftMs),
    expiresAtMs: nowMs + leftMs,
    lifetimeSeconds: 86_400,
    expiresInRaw: '86400',
    anomalies: [],
    quarantine: null,
    supersededAtMs: null,
    lease: null,
    unsaved: false,
    unreplaced: false,
    lastCheck: null,
    revocation: null,
    partnerPlan: null,
    can: canAll,
    confirmsAtMs: null,
    verifiable: true,
    ...part,
  };
}

export function credential(
  nowMs: number,
  part: Partial<CredentialView> & { id: string; label: string },
): CredentialView {
  const tokens = (part.tokens ?? []).map((each) => ({ ...each, credentialId: part.id }));
  return {
    clientId: `7c1e4b2a-90d3-4c55-8f1b-${part.id.padStart(12, '0').slice(-12)}`,
    accessType: 'trader',
    environmentId: 'eu',
    registeredScopes: ['TRADER_READ', 'TRADER_TRADE'],
    permission: null,
    ownerAccount: '',
    notes: '',
    webPage: '',
    tags: [],
    favourite: false,
    secret: { setAtMs: nowMs - 12 * DAY, fingerprint: '7f3a·91be', validUntilMs: null },
    secretDue: null,
    lastUse: { gotAtMs: null, checkedAtMs: null, handedOutAtMs: null, tradedAtMs: null },
    refusalsInARow: 0,
    renewal: null,
    rotation: null,
    leakPlan: null,
    accessTypeConflict: false,
    removing: false,
    lastFailure: null,
    activities: [],
    ...part,
    tokens,
  };
}

export const environments: readonly EnvironmentView[] = [
  {
    id: 'practice',
    name: 'Practice',
    kind: 'practice',
    builtIn: true,
    baseUrl: 'https://127.0.0.1:41873',
    tradeUrl: 'https://127.0.0.1:41874',
    authority: null,
    introspection: { path: '/auth/oauth2/introspect', authentication: 'client_secret_post' },
    rotateAfterDays: null,
    proxy: { mode: 'none', host: null, port: null, userName: null, loopback: true },
    credentials: 2,
  },
  {
    id: 'eu',
    name: 'EU main',
    kind: 'production',
    builtIn: false,
    baseUrl: 'https://api.exchange.example',
    tradeUrl: 'https://trade.exchange.example',
    authority: null,
    introspection: null,
    rotateAfterDays: null,
    proxy: { mode: 'system', host: null, port: null, userName: null, loopback: false },
    credentials: 5,
  },
  {
    id: 'lab',
    name: 'Lab',
    kind: 'sandbox',
    builtIn: false,
    baseUrl: 'https://lab.exchange.example/eu',
    tradeUrl: 'https://lab-trade.exchange.example',
    authority: {
      subject: 'CN=Exchange Lab Root',
      validToMs: Date.UTC(2031, 3, 2),
      fingerprint: '9A:41:77:0C:E2:5D:18:BB:63:F0:2E:94:C1:0A:7D:58',
    },
    introspection: null,
    rotateAfterDays: null,
    proxy: {
      mode: 'manual',
      host: 'proxy.exchange.example',
      port: 3128,
      userName: 'desk',
      loopback: false,
    },
    credentials: 1,
  },
];

export function appView(nowMs: number, part: Partial<AppView> = {}): AppView {
  return {
    version: 1,
    nowMs,
    vault: { state: 'unlocked', failure: null },
    inMemory: false,
    otherWays: [],
    handOut: { door: 'closed', held: 0, waiting: 0, programs: [] },
    rescue: { found: null, offer: null, restored: null, rolledBack: false, damagedFile: null },
    environments: [...environments],
    credentials: [],
    drill: null,
    revocationRuns: [],
    bulk: null,
    diagnoses: [],
    savedViews: [],
    settings: safeSettings,
    autoLock: { ...notLocking, locksAtMs: nowMs + 8.5 * MINUTE },
    machine: linuxMachine,
    history: { failure: null, waiting: 0, damage: null },
    openVault: {
      slots: ['pw'],
      kdf: {
        memoryKib: 262_144,
        iterations: 3,
        parallelism: 1,
        measuredMs: 748,
        belowPolicy: false,
      },
    },
    clipboard: null,
    clipboardKept: false,
    clockSkewSeconds: 0.2,
    worksUntilMs: null,
    unprovenAtLock: 0,
    restingAtLock: 0,
    leasesAtLock: null,
    leftAtLock: null,
    tagAlerts: [],
    standInHost: true,
    ...part,
  };
}

export const checkReport = (nowMs: number): CheckReportView => ({
  tokenId: 'a1',
  call: 'identity check',
  host: 'trade.exchange.example',
  proxy: null,
  atMs: nowMs,
  durationMs: 84.4,
  outcome: 'honoured',
  evidence: null,
  control: null,
  needsTrade: false,
  status: 200,
  failure: null,
  contentType: 'application/json; charset=utf-8',
  bodyBytes: 412,
  plain: '',
  tree: {
    key: '',
    kind: 'object',
    text: '',
    children: [
      {
        key: 'client',
        kind: 'object',
        text: '',
        children: [
          { key: 'client_id', kind: 'text', text: '7c1e4b2a-90d3', children: [] },
          { key: 'api_key', kind: 'masked', text: '', children: [] },
          { key: 'enabled', kind: 'boolean', text: 'true', children: [] },
        ],
      },
      {
        key: 'scopes',
        kind: 'array',
        text: '',
        children: [
          { key: '0', kind: 'text', text: 'TRADER_READ', children: [] },
          { key: '1', kind: 'text', text: 'TRADER_TRADE', children: [] },
        ],
      },
      { key: 'accounts', kind: 'number', text: '3', children: [] },
      { key: 'note', kind: 'null', text: '', children: [] },
      { key: '', kind: 'more', text: '', children: [] },
    ],
  },
});

export const practice = (nowMs: number): PracticeView => ({
  running: true,
  traderLifetimeSeconds: 86_400,
  partnerLifetimeSeconds: 7200,
  propagationSeconds: 30,
  slowFirstCallMs: 1800,
  fault: 'none',
  ledger: [
    { atMs: nowMs - 90_000, method: 'POST', path: '/auth/oauth2/token', status: 200, note: 'form' },
    {
      atMs: nowMs - 60_000,
      method: 'POST',
      path: '/api/v1/get_who_am_i',
      status: 200,
      note: 'first call with this token, delayed',
    },
    { atMs: nowMs - 30_000, method: 'POST', path: '/auth/oauth2/revoke', status: 200, note: '' },
  ],
});
