// S28: a window that turned hostile can make a question appear and nothing more.
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import type { RevocationRunId, TokenId } from '../../electron/main/domain/ids.ts';
import type { RevocationRun } from '../../electron/main/domain/revocation-run.ts';
import { drillScenarios, type LeakStep } from '../../electron/shared/words.ts';
import {
  callNames,
  type CallName,
  calls,
  type DeclaredEffect,
} from '../../electron/shared/ipc-contract.ts';
import { addCredentials } from '../support/many-tokens.ts';
import { BACKUP } from '../support/backups-of.ts';
import { createContractServer } from '../support/contract-server.ts';
import { eventually } from '../support/eventually.ts';
import { newCredential } from '../support/new-credential.ts';
import { PARTNER, TRADER } from '../support/test-session.ts';

const rows: Readonly<Record<CallName, DeclaredEffect>> = calls;
/** Asked depending on what they would do: shown one by one below. */
const dependent: readonly CallName[] = [
  'vaultKeepOpen',
  'tokenRevoke',
  'drillStart',
  'settingsChange',
  'loginStartSet',
  'tokenTryNow',
  'partnerPlanStart',
  'rotationCheck',
  'leakPlanStart',
];
const confirmed = callNames.filter(
  (name) => rows[name].confirm === true && !dependent.includes(name),
);

const openRun: RevocationRun = {
  id: 'run-1' as RevocationRunId,
  scope: { kind: 'all' },
  pressedAtMs: 0,
  tokenIds: [],
  guidedTokenIds: [],
  firstSentAtMs: null,
  cancelledAtMs: null,
  closedAtMs: null,
  drillId: null,
};

async function serverWithTokens() {
  const server = await createContractServer();
  await server.session.requests.request(TRADER, ['TRADER_TRADE']);
  await server.session.requests.request(PARTNER, []);
  const tokens = server.session.vault.contents().tokens;
  const tokenOf = (owner: string): string =>
    tokens.find(({ credentialId }) => credentialId === owner)?.id ?? '';
  const inputs: Partial<Record<CallName, unknown>> = {
    environmentAdd: {
      name: 'Third',
      kind: 'sandbox',
      baseUrl: 'https://third.test',
      tradeUrl: 'https://trade.third.test',
      authorityHandle: null,
      proxy: { mode: 'none' },
      anyway: false,
    },
    environmentRemove: { environmentId: 'env-2' },
    environmentPlaceSet: {
      environmentId: 'env-2',
      kind: 'production',
      baseUrl: 'https://moved.test',
      tradeUrl: 'https://trade.moved.test',
    },
    environmentProxySet: {
      environmentId: 'env-2',
      proxy: { mode: 'manual', host: 'proxy.test', port: 8080, userName: null },
      askPassword: false,
    },
    environmentIntrospectionSet: {
      environmentId: 'env-2',
      introspection: { path: '/introspect', authentication: 'client_secret_post' },
    },
    renewalTurnOn: { credentialId: TRADER, untilMs: null, graceSeconds: 300 },
    renewalTurnOff: { credentialId: TRADER },
    leaseSet: { tokenId: tokenOf(TRADER), lease: { end: 'lock' } },
    leaseRemove: { tokenId: tokenOf(TRADER) },
    environmentAuthoritySet: { environmentId: 'env-2', authorityHandle: null },
    credentialReplaceSecret: { credentialId: TRADER, secretSource: 'entry' },
    credentialWebPageSet: {
      credentialId: TRADER,
      address: 'https://app.example/keys/AKIA9f3c71d8e2b4a6057Kq2Zx91',
    },
    credentialNotesSet: { credentialId: TRADER, notes: 'AKIA9f3c71d8e2b4a6057Kq2Zx91' },
    credentialCommandSet: {
      credentialId: 'fetched',
      command: { path: '/usr/bin/pass', arguments: ['show', 'desk'], keepsWhileLive: true },
    },
    credentialAddFetched: {
      ...newCredential,
      label: 'Printed',
      clientId: 'printed',
      environmentId: 'env-2',
      command: { path: '/usr/bin/pass', arguments: ['show', 'desk'], keepsWhileLive: true },
    },
    credentialRemove: { credentialId: TRADER, revokeFirst: true },
    tokenGet: { credentialId: TRADER, scopes: ['TRADER_READ'] },
    tokenRenew: { tokenId: tokenOf(TRADER) },
    diagnosisStart: { credentialId: TRADER, scopes: ['TRADER_READ'] },
    tokenForget: { tokenId: tokenOf(TRADER) },
    tokenCopy: { tokenId: tokenOf(TRADER) },
    partnerPlanTryOldSecret: { tokenId: tokenOf(PARTNER) },
    keystoreUnlockChange: { on: true },
    backupRestore: { backupId: BACKUP },
    revokeAllStart: { scope: { kind: 'all' } },
    revocationRunCancel: { runId: openRun.id },
    bulkGet: { asks: [{ credentialId: TRADER, scopes: ['TRADER_READ'] }] },
    bulkRenew: { tokenIds: [tokenOf(TRADER)] },
    rotationEndOldTokens: { credentialId: PARTNER },
    rotationTryOldSecret: { credentialId: PARTNER },
    rotationFinish: { credentialId: PARTNER },
    rotationAbandon: { credentialId: PARTNER },
    leakPlanRevoke: { credentialId: TRADER },
    leakPlanTryOldSecret: { credentialId: TRADER },
    leakPlanSay: { credentialId: TRADER, step: 'delete_client', done: true },
    leakPlanClose: { credentialId: TRADER },
    importApply: {
      choices: [
        {
          row: 0,
          way: 'add',
          label: 'Imported',
          environmentId: 'env-2',
          accessType: 'trader',
          registeredScopes: ['TRADER_READ'],
          permission: null,
        },
      ],
    },
  };
  await server.session.vault.change({
    contents: (before) => ({
      ...before,
      environments: [
        ...before.environments,
        { ...before.environments[0]!, id: 'env-2' as never, name: 'Second' },
      ],
      credentials: [
        ...before.credentials,
        { ...before.credentials[0]!, id: 'fetched' as never, label: 'Fetched' },
      ],
      revocationRuns: [openRun],
    }),
  });
  const { rotations, leaks } = server.session;
  await rotations.start(PARTNER);
  await rotations.takeSecret(PARTNER, SecretBytes.take(Buffer.from('new-secret')));
  await rotations.check(PARTNER);
  await leaks.start(TRADER);
  await server.session.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 60 });
  await server.session.leases.set(tokenOf(TRADER) as TokenId, { end: 'quit' });
  const origin = { source: 'clipboard', fileName: '', path: null } as const;
  server.session.imports.begin(Buffer.from('CLIENT_ID=new\nCLIENT_SECRET=s3cret\n'), origin);
  server.session.gateway.calls.length = 0;
  return { server, inputs };
}

describe('calls with lasting effect', () => {
  it('say what they do, and are confirmed by main', () => {
    const declared = callNames.filter((name) => rows[name].effect !== 'none');
    expect(declared.filter((name) => rows[name].confirm === undefined)).toEqual([]);
    const byEffect = Object.groupBy(declared, (name) => rows[name].effect);
    const sets = Object.entries(byEffect).map(([effect, names]) => [effect, new Set(names)]);
    expect(Object.fromEntries(sets)).toEqual({
      ways_in: new Set([
        'vaultChangePassphrase',
        'vaultUpgradeKdf',
        'vaultMakeRecoveryKey',
        'vaultUnlockWithRecoveryKey',
        'vaultReplaceDataKey',
        'vaultKeepOpen',
        'vaultAcceptRollback',
        'vaultUnlockByKeystore',
        'keystoreUnlockChange',
        'backupRestore',
        'backupRestoreFile',
        'settingsChange',
        'loginStartSet',
      ]),
      places_secret: new Set([
        'environmentAdd',
        'credentialAdd',
        'credentialAddFetched',
        'credentialCommandSet',
        'credentialReplaceSecret',
        'credentialNotesSet',
        'credentialWebPageSet',
        'partnerPlanTryOldSecret',
        'rotationTakeSecret',
        'rotationTryOldSecret',
        'leakPlanTryOldSecret',
        'inspectionCheck',
        'inspectionIntrospect',
        'environmentIntrospectionSet',
        'importApply',
        'environmentPlaceSet',
        'environmentProxySet',
        'environmentAuthoritySet',
      ]),
      ends_tokens: new Set([
        'credentialRemove',
        'tokenRevoke',
        'revokeAllStart',
        'rotationEndOldTokens',
        'leakPlanStart',
        'leakPlanRevoke',
        'leakPlanSay',
        'partnerPlanStart',
        'renewalTurnOn',
        'renewalTurnOff',
        'leaseSet',
      ]),
      keeps_tokens: new Set(['revocationRunCancel', 'leaseRemove', 'drillStart']),
      issues_tokens: new Set([
        'bulkGet',
        'bulkRenew',
        'tokenGet',
        'tokenRenew',
        'tokenTryNow',
        'diagnosisStart',
        'rotationCheck',
        'leakPlanClose',
      ]),
      forgets: new Set(['environmentRemove', 'tokenForget', 'rotationFinish', 'rotationAbandon']),
      discloses: new Set([
        'tokenCopy',
        'historyExport',
        'stopReport',
        'diagnosisEvidence',
        'vaultCopySave',
        'inventoryExport',
        'credentialWebPageOpen',
        'healthReportSave',
      ]),
    });
  });

  it.each(confirmed)('%s changes nothing when the person says no', async (name) => {
    const { server, inputs } = await serverWithTokens();
    const before = server.session.vault.contents();
    server.answerWith(null);
    const answer = await server.call(name, inputs[name]);
    expect(answer).toEqual({ ok: true, value: 'cancelled' });
    expect(server.questions).toHaveLength(1);
    expect(server.session.vault.contents()).toBe(before);
    expect(server.session.gateway.calls).toEqual([]);
    expect(server.clipboardText()).toBe('');
  });

  it.each(confirmed)('%s acts when the person says yes', async (name) => {
    const { server, inputs } = await serverWithTokens();
    const before = server.session.vault.contents();
    server.answerWith(0);
    const answer = await server.call(name, inputs[name]);
    expect(answer).toMatchObject({ ok: true });
    const changed = (): boolean =>
      server.session.vault.contents() !== before || server.clipboardText() !== '';
    await eventually(() => expect(changed()).toBe(true));
  });

  it('says in numbers what a deletion stops', async () => {
    const { server, inputs } = await serverWithTokens();
    await server.call('credentialRemove', inputs.credentialRemove);
    expect(server.questions[0]).toMatchObject({
      message: `Revoke 1 token and delete ${TRADER} in Test?`,
      detail: expect.stringContaining('Programs that use it stop.'),
    });
  });

  it('refuses to delete a credential with live tokens unless they are revoked first', async () => {
    const { server } = await serverWithTokens();
    server.answerWith(0);
    const answer = await server.call('credentialRemove', {
      credentialId: TRADER,
      revokeFirst: false,
    });
    expect(answer).toEqual({
      ok: false,
      failure: { code: 'in_use', facts: { about: 'key', count: 1 } },
    });
  });

  it.each([
    [{ lockAfterMinutes: 60 }, 'Lock only after 60 minutes without use?'],
    [{ lockAfterMinutes: null }, 'Never lock when idle?'],
    [{ lockOnSuspend: false }, 'Stay unlocked when the machine goes to sleep?'],
    [{ lockOnScreenLock: false }, 'Stay unlocked when the screen is locked?'],
    [{ contentProtection: false }, 'Allow this window in screenshots and shared screens?'],
  ])('does not weaken the protection by %j without a yes', async (change, message) => {
    const server = await createContractServer();
    const before = server.view().settings;
    server.answerWith(null);
    expect(await server.call('settingsChange', change)).toEqual({ ok: true, value: 'cancelled' });
    expect(server.view().settings).toEqual(before);
    server.answerWith(0);
    await server.call('settingsChange', change);
    expect(server.view().settings).toMatchObject(change);
    expect(server.questions.map((question) => question.message)).toEqual([message, message]);
  });

  it('asks about everything when several protections are to be weakened at once', async () => {
    const server = await createContractServer();
    server.answerWith(null);
    await server.call('settingsChange', { lockAfterMinutes: null, lockOnSuspend: false });
    expect(server.questions).toHaveLength(1);
    expect(server.questions[0]).toMatchObject({ serious: true });
    expect(server.questions[0]?.detail).toMatch(/Never lock.*Stay unlocked when/s);
  });

  it('asks nothing when the protection gets stronger', async () => {
    const server = await createContractServer();
    await server.call('settingsChange', { lockAfterMinutes: 1, theme: 'dark' });
    expect(server.questions).toEqual([]);
  });

  it.each([
    ['environmentAdd', 'third.test'],
    ['environmentPlaceSet', 'moved.test'],
    ['environmentProxySet', 'proxy.test:8080'],
    ['environmentIntrospectionSet', 'base.test'],
    ['environmentAuthoritySet', 'base.test'],
    ['credentialReplaceSecret', 'base.test'],
    ['credentialNotesSet', 'base.test'],
    ['credentialCommandSet', 'base.test'],
    ['credentialAddFetched', 'base.test'],
    ['credentialWebPageSet', 'base.test'],
    ['importApply', 'base.test'],
    ['renewalTurnOn', 'base.test'],
    ['leaseSet', 'base.test and trade.test'],
    ['leaseRemove', 'base.test and trade.test'],
  ] as const)('%s names the host %s', async (name, host) => {
    const { server, inputs } = await serverWithTokens();
    await server.call(name, inputs[name]);
    const [question] = server.questions;
    expect(`${question?.message} ${question?.detail}`).toContain(host);
  });

  it.each(['credentialAdd', 'credentialReplaceSecret', 'rotationTakeSecret'] as const)(
    '%s tells whoever gives the secret which host it goes to',
    async (name) => {
      const { server } = await serverWithTokens();
      server.answerWith(0);
      const { environmentId } = server.session.credential();
      const facts = { ...newCredential, label: 'Posted', clientId: 'posted', environmentId };
      if (name === 'rotationTakeSecret') await server.session.rotations.start(TRADER);
      const whose = name === 'credentialAdd' ? facts : { credentialId: TRADER };
      await server.call(name, { ...whose, secretSource: 'entry' });
      expect(server.places.map(({ host }) => host)).toEqual(['base.test']);
    },
  );

  it('ends three tokens as they are pressed, and asks before every further one', async () => {
    const server = await createContractServer();
    for (let made = 0; made < 6; made += 1) {
      await server.session.requests.request(TRADER, ['TRADER_TRADE']);
    }
    const contents = () => server.session.vault.contents().tokens;
    const ids = contents().map(({ id }) => id);
    server.answerWith(null);
    for (const tokenId of ids) await server.call('tokenRevoke', { tokenId });
    const begun = () => contents().filter(({ revocation }) => revocation !== null).length;
    expect([begun(), server.questions.length]).toEqual([3, 3]);
    expect(server.questions[0]?.detail).toContain('base.test and trade.test');
    const left = contents().filter(({ revocation }) => revocation === null);
    server.answerWith(0);
    for (const { id } of left) await server.call('tokenRevoke', { tokenId: id });
    expect([begun(), server.questions.length]).toEqual([6, 4]);
  });

  it('gets ten tokens a minute as they are pressed, and asks before every further one', async () => {
    const server = await createContractServer();
    const get = () => server.call('tokenGet', { credentialId: TRADER, scopes: ['TRADER_READ'] });
    const counts = () => [server.session.vault.contents().tokens.length, server.questions.length];
    server.answerWith(null);
    for (let press = 0; press < 12; press += 1) await get();
    expect(counts()).toEqual([10, 2]);
    server.answerWith(0);
    for (let press = 0; press < 3; press += 1) await get();
    expect(counts()).toEqual([13, 3]);
    await server.session.clock.advance(61_000);
    server.answerWith(null);
    await get();
    expect(counts()).toEqual([14, 3]);
  });

  it.each(['tokenRenew', 'diagnosisStart', 'tokenTryNow'] as const)(
    '%s counts among what brings more live tokens',
    async (name) => {
      const server = await createContractServer();
      const credentialId = TRADER;
      for (let press = 0; press < 10; press += 1) {
        await server.call('tokenGet', { credentialId, scopes: ['TRADER_READ'] });
      }
      const tokenId = server.session.vault.contents().tokens[0]?.id;
      const scopes = ['TRADER_READ'];
      const inputs = {
        tokenRenew: { tokenId },
        diagnosisStart: { credentialId, scopes },
        tokenTryNow: { credentialId },
      };
      expect(await server.call(name, inputs[name])).toEqual({ ok: true, value: 'cancelled' });
      expect(server.questions).toHaveLength(1);
    },
  );

  it('keeps three keys from being renewed as they are pressed, and asks before every further one', async () => {
    const server = await createContractServer();
    const ids = await addCredentials(server.session, 5);
    server.answerWith(null);
    for (const credentialId of ids) await server.call('leakPlanStart', { credentialId });
    const begun = server.session.vault.contents().leakPlans.length;
    expect([begun, server.questions.length]).toEqual([3, 2]);
  });

  it.each([
    ['delete_client', 'delete_client'],
    ['delete_client', 'revoke_key'],
    ['revoke_key', 'delete_client'],
  ] as const)(
    'revokes no token at the next unlock for %s, said while none was live, and %s, said unasked',
    async (first, second) => {
      const server = await createContractServer();
      server.answerWith(null);
      const say = async (step: LeakStep) =>
        await server.call('leakPlanSay', { credentialId: TRADER, step, done: true });
      await server.call('leakPlanStart', { credentialId: TRADER });
      await say(first);
      await server.session.requests.request(TRADER, ['TRADER_TRADE']);
      await server.session.requests.request(TRADER, ['TRADER_READ']);
      await say(second);
      const again = await server.session.restart();
      await again.clock.advance(60_000);
      expect(again.vault.contents().tokens.map(({ revocation }) => revocation)).toEqual([
        null,
        null,
      ]);
      expect(again.gateway.calls).toEqual([]);
    },
  );

  it('asks before the start of a plan for a Partner token where three things were ended', async () => {
    const server = await createContractServer();
    await server.session.requests.request(PARTNER, []);
    const tokenId = server.session.vault.contents().tokens[0]?.id;
    for (const credentialId of await addCredentials(server.session, 3)) {
      await server.call('leakPlanStart', { credentialId });
    }
    server.answerWith(null);
    expect(await server.call('partnerPlanStart', { tokenId })).toEqual({
      ok: true,
      value: 'cancelled',
    });
    expect(server.session.vault.contents().tokens[0]?.partnerPlan).toBeNull();
  });

  it('takes no token from a program without a question', async () => {
    const server = await createContractServer();
    server.answerWith(0);
    await server.call('settingsChange', { handOutTokens: true });
    server.answerWith(null);
    await server.call('settingsChange', { handOutTokens: false });
    expect(server.view().settings.handOutTokens).toBe(true);
    expect(server.questions.at(-1)?.detail).toContain(
      'Every token that a program holds is revoked',
    );
  });

  it('starts at login only after a question, and stops doing so without one', async () => {
    const server = await createContractServer();
    server.answerWith(null);
    await server.call('loginStartSet', { on: true });
    expect([server.loginStarts, server.questions.length]).toEqual([[], 1]);
    await server.call('loginStartSet', { on: false });
    expect([server.loginStarts, server.questions.length]).toEqual([[false], 1]);
  });

  it('names label and environment in every question about a credential or a token', async () => {
    const { server, inputs } = await serverWithTokens();
    const about = confirmed.filter((name) =>
      /credentialId|tokenId|asks/.test(JSON.stringify(inputs[name] ?? {})),
    );
    for (const name of about) {
      server.questions.length = 0;
      await server.call(name, inputs[name]);
      const { message = '', detail = '' } = server.questions[0] ?? {};
      // What is asked about many names them below.
      const told = name.startsWith('bulk') ? detail : message;
      expect([name, told]).toEqual([name, expect.stringMatching(/ in (Test|Second)\b/)]);
    }
  });

  it('ends no more tokens unasked for a page that locks the vault and opens it again', async () => {
    const server = await createContractServer();
    for (let made = 0; made < 5; made += 1) {
      await server.session.requests.request(TRADER, ['TRADER_TRADE']);
    }
    server.answerWith(null);
    for (const { id } of server.session.vault.contents().tokens) {
      await server.call('tokenRevoke', { tokenId: id });
      await server.call('vaultLock');
      server.reopen();
    }
    const begun = server.session.vault.contents().tokens.filter((each) => each.revocation !== null);
    expect([begun.length, server.questions.length]).toEqual([3, 2]);
  });

  it('opens the vault with the keystore for a press in the window, or for a yes to main', async () => {
    const server = await createContractServer();
    server.answerWith(null);
    await server.call('vaultUnlockByKeystore');
    expect([server.keystoreUnlocks(), server.questions.length]).toEqual([0, 1]);
    server.answerWith(0);
    await server.call('vaultUnlockByKeystore');
    expect([server.keystoreUnlocks(), server.questions.length]).toEqual([1, 2]);
    server.press();
    await server.call('vaultUnlockByKeystore');
    expect([server.keystoreUnlocks(), server.questions.length]).toEqual([2, 2]);
  });

  it('asks about no token that is being revoked already', async () => {
    const server = await createContractServer();
    await server.session.requests.request(TRADER, ['TRADER_TRADE']);
    const tokenId = server.session.vault.contents().tokens[0]?.id;
    for (let press = 0; press < 6; press += 1) await server.call('tokenRevoke', { tokenId });
    expect(server.questions).toEqual([]);
  });

  it('keeps the vault open for a page only while somebody is there, or says so to main', async () => {
    const server = await createContractServer();
    await server.call('vaultKeepOpen');
    expect([server.used(), server.questions.length]).toEqual([0, 0]);
    server.warn(false);
    server.answerWith(null);
    await server.call('vaultKeepOpen');
    expect([server.used(), server.questions.length]).toEqual([0, 1]);
    server.answerWith(0);
    await server.call('vaultKeepOpen');
    expect([server.used(), server.questions.length]).toEqual([1, 2]);
    server.warn(true);
    await server.call('vaultKeepOpen');
    expect([server.used(), server.questions.length]).toEqual([2, 2]);
  });

  it('keeps nothing from being revoked by a drill that nobody agreed to', async () => {
    const server = await createContractServer();
    server.answerWith(null);
    const before = server.session.vault.contents();
    expect(await server.call('drillStart', { scenario: drillScenarios[0] })).toEqual({
      ok: true,
      value: 'cancelled',
    });
    expect([server.session.vault.contents() === before, server.questions.length]).toEqual([
      true,
      1,
    ]);
  });

  it.each([
    ['the way to the clipboard', 'copyTokens', /./],
    ['the door for programs, said to listen', 'handOutTokens', /Strongroom then listens/],
  ] as const)('opens %s only after a question', async (_what, name, said) => {
    const server = await createContractServer();
    await server.call('settingsChange', { [name]: false });
    server.answerWith(null);
    await server.call('settingsChange', { [name]: true });
    expect(server.view().settings).toMatchObject({ [name]: false });
    expect(server.questions.at(-1)?.detail).toMatch(said);
  });
});
