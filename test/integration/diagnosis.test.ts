// The diagnosis over real TLS: every check of a credential that works, each way to stop, and no live token
// left behind that nobody knows of. Nothing secret in anything it shows.
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PracticeFault } from '../../electron/shared/practice/practice-words.ts';
import { diagnosisView } from '../../electron/shared/diagnosis/diagnosis-view.ts';
import * as v from 'valibot';
import {
  openDiagnosisDesk,
  checkOf,
  told,
  type DeskClient,
  type DiagnosisDesk,
} from '../support/diagnosis-desk.ts';
import { eventually } from '../support/eventually.ts';
import { answer, formsOf, tokenJson } from '../support/gateway-lab.ts';
import { startPractice, type PracticeForTests } from '../support/practice.ts';
import { startRawTlsServer, type Responder } from '../support/raw-tls-server.ts';
import { openServerLab } from '../support/server-lab.ts';
import type { TestCertificates } from '../support/test-certificates.ts';

const SECRET = 'canary-secret-K7w2hT40pL93';
const TOKEN = 'canary-token-Zq81mN55xR02';
const client: DeskClient = {
  accessType: 'trader',
  clientId: 'client-1',
  secret: SECRET,
  scopes: ['TRADER_READ', 'TRADER_TRADE'],
};
const { server: base, target, certificates, another } = await openServerLab();
const trade = await another();
const practice = await startPractice();
let desk: DiagnosisDesk;

afterAll(() => practice.stop());
beforeEach(() =>
  practice.controls.set({ fault: 'none', propagationSeconds: 0, slowFirstCallMs: 0 }),
);
afterEach(async () => {
  const shown = inspect([desk.services.diagnoses.list(), desk.noted], { depth: 12 });
  const leaked = [SECRET, TOKEN].flatMap(formsOf).filter((form) => shown.includes(form));
  if (leaked.length > 0) throw new Error(`${leaked.length} forms of a canary were shown`);
  for (const view of desk.services.diagnoses.list()) v.parse(diagnosisView, view);
  await desk.services.close();
});

const atLab = (changes: Partial<Parameters<typeof openDiagnosisDesk>[0]> = {}) =>
  openDiagnosisDesk({ ...target, tradeUrl: trade.url, ...changes }, client);
const atPractice = (who: PracticeForTests['trader']) => openDiagnosisDesk(practice, who);
const granted = (changes = {}) =>
  answer(200, tokenJson({ access_token: TOKEN, scope: client.scopes.join(' '), ...changes }));

const grantedAndRevoked: Responder = (socket, request) =>
  (request.path.endsWith('/token') ? granted() : answer(200, ''))(socket, request);

describe('a credential that works', () => {
  it('of a Trader makes every check, and its token is dead in the end', async () => {
    desk = await atPractice(practice.trader);
    const view = await desk.diagnose();
    expect(view.checks.map(told)).toEqual([
      'addresses address good addresses_plain',
      'base name good name_is_address',
      'base connect good connected',
      'base route good route_direct',
      'base tls good tls_verified',
      'trade name good name_is_address',
      'trade connect good connected',
      'trade route good route_direct',
      'trade tls good tls_verified',
      'token clock good clock_right',
      'token token good token_issued',
      'token scope good scope_as_asked',
      'token check good check_honoured',
      'token revoke good revoke_accepted',
      'token refused good refused_confirming',
    ]);
    expect(practice.controls.liveTokens(practice.trader.clientId)).toBe(0);
    expect(checkOf(view, 'base', 'tls').facts.map(({ name }) => name)).toEqual([
      'protocol',
      'chain',
      'names',
      'valid',
    ]);
    const { what, word, label } = desk.noted.at(-1) ?? {};
    expect({ what, word, label }).toEqual({
      what: 'credential_diagnosed',
      word: 'good',
      label: 'Desk',
    });
  });

  it('leaves the token that was there before as it is', async () => {
    desk = await atPractice(practice.trader);
    await desk.services.requests.request(desk.credentialId, practice.trader.scopes);
    const [before] = desk.vault.contents().tokens;
    await desk.diagnose();
    const after = desk.vault.contents().tokens.find(({ id }) => id === before?.id);
    expect(after).toMatchObject({ supersededAtMs: null, revocation: null });
  });

  it('of a Partner stops at what cannot be revoked, and lists its token', async () => {
    desk = await atPractice(practice.partner);
    const view = await desk.diagnose();
    expect(view.checks.filter(({ place }) => place !== 'base').map(told)).toEqual([
      'addresses address good addresses_plain',
      'trade name not_tried partner_never_uses_it',
      'trade connect not_tried partner_never_uses_it',
      'trade route not_tried partner_never_uses_it',
      'trade tls not_tried partner_never_uses_it',
      'token clock good clock_right',
      'token token good token_issued',
      'token scope good scope_not_known',
      'token check good check_honoured',
      'token revoke amber revoke_impossible',
      'token refused not_tried not_revocable',
    ]);
    expect(desk.vault.contents().tokens.map(({ issue }) => issue)).toEqual(['issued']);
  });

  it('that may only read is said to work where the refusal names the scope', async () => {
    desk = await atPractice(practice.reader);
    const view = await desk.diagnose();
    expect(view.checks.slice(-4).map(told)).toEqual([
      'token scope good scope_as_asked',
      'token check good check_lacks_scope',
      'token revoke good revoke_accepted',
      'token refused good refused_confirming',
    ]);
  });
});

describe('a diagnosis that stops', () => {
  it.each<[string, keyof TestCertificates, string]>([
    ['signed itself', 'selfSigned', 'tls_unknown_authority'],
    ['comes from a stranger', 'unknownAuthority', 'tls_unknown_authority'],
    ['has ended', 'expired', 'tls_expired'],
    ['has not begun', 'notYetValid', 'tls_expired'],
    ['is for another host', 'wrongHost', 'tls_wrong_host'],
  ])('at a certificate that %s sends nothing', async (_, which, code) => {
    const host = await startRawTlsServer(certificates[which] as TestCertificates['good']);
    host.answerWith(granted());
    desk = await atLab({ baseUrl: host.url });
    const view = await desk.diagnose();
    expect(view.checks.filter(({ place }) => place === 'base').map(told)).toEqual([
      'base name good name_found',
      'base connect good connected',
      'base route good route_direct',
      `base tls bad ${code}`,
    ]);
    expect(checkOf(view, 'base', 'tls').facts.find(({ name }) => name === 'chain')?.text).toMatch(
      /CN|localhost|other/,
    );
    expect(view.checks.filter(({ place }) => place === 'token').map(told)).toEqual(
      ['clock', 'token', 'scope', 'check', 'revoke', 'refused'].map(
        (step) => `token ${step} not_tried host_not_reached`,
      ),
    );
    expect([host.receivedBytes(), trade.receivedBytes()]).toEqual([0, 0]);
    expect(desk.vault.contents().tokens).toEqual([]);
    await host.stop();
  });

  it('at a name that nobody knows looks at the other host all the same', async () => {
    desk = await atLab({ baseUrl: 'https://nobody.invalid' });
    const view = await desk.diagnose();
    expect(told(checkOf(view, 'base', 'name'))).toBe('base name bad name_not_found');
    expect(told(checkOf(view, 'base', 'connect'))).toBe('base connect not_tried host_not_reached');
    expect(told(checkOf(view, 'trade', 'tls'))).toBe('trade tls amber tls_ends_soon');
  });

  it('at a port where nobody listens says that the connection was refused', async () => {
    const gone = await startRawTlsServer(certificates.good);
    await gone.stop();
    desk = await atLab({ baseUrl: gone.url });
    const view = await desk.diagnose();
    expect(told(checkOf(view, 'base', 'connect'))).toBe('base connect bad connect_refused');
    expect(told(checkOf(view, 'base', 'tls'))).toBe('base tls not_tried host_not_reached');
  });

  it('at a proxy that is not there says so, and asks for no token', async () => {
    const gone = await startRawTlsServer(certificates.good);
    await gone.stop();
    desk = await atLab({ proxy: { mode: 'manual', host: '127.0.0.1', port: gone.port } });
    const view = await desk.diagnose();
    expect(told(checkOf(view, 'base', 'connect'))).toBe('base connect bad proxy_unreachable');
    expect(told(checkOf(view, 'token', 'token'))).toBe('token token not_tried host_not_reached');
  });

  it('at the trading host still gets a token, and revokes it without the proof', async () => {
    base.answerWith(grantedAndRevoked);
    desk = await atLab({ tradeUrl: 'https://nobody.invalid' });
    const view = await desk.diagnose();
    expect(view.checks.slice(-5).map(told)).toEqual([
      'token token good token_issued',
      'token scope good scope_as_asked',
      'token check not_tried host_not_reached',
      'token revoke good revoke_accepted',
      'token refused not_tried host_not_reached',
    ]);
  });

  it('at a token request that is refused makes no check after it, and counts none against the credential', async () => {
    base.answerWith(answer(401, '{"error":"invalid_client"}'));
    desk = await atLab();
    const view = await desk.diagnose();
    expect(view.checks.slice(-5).map(told)).toEqual([
      'token token bad invalid_client',
      ...['scope', 'check', 'revoke', 'refused'].map((step) => `token ${step} not_tried no_token`),
    ]);
    // A trial is no fault of the credential's.
    expect(desk.vault.contents().credentials[0]?.refusalsInARow).toBe(0);
  });

  it('at a token that is refused at once revokes it', async () => {
    base.answerWith(grantedAndRevoked);
    trade.answerWith(answer(401, '', ['WWW-Authenticate: Bearer error="invalid_token"']));
    desk = await atLab();
    const view = await desk.diagnose();
    expect(view.checks.slice(-3).map(told)).toEqual([
      'token check bad check_refused',
      'token revoke good revoke_accepted',
      'token refused good refused_confirming',
    ]);
  });
});

describe('the clock of a diagnosis', () => {
  it('is read from the answer to the token request', async () => {
    const date = new Date(Date.now() - 3_600_000).toUTCString();
    base.answerWith(answer(401, '', [`Date: ${date}`]));
    desk = await atLab();
    const check = checkOf(await desk.diagnose(), 'token', 'clock');
    expect(told(check)).toBe('token clock bad clock_far_off');
    expect(check.facts.find(({ name }) => name === 'resolution')?.text).toMatch(/^± 1\.\d s$/);
  });
});

describe('a diagnosis that somebody stops', () => {
  const start = () => desk.services.diagnoses.start(desk.credentialId, client.scopes);
  /** With a token that has come, while the trading host is asked about it. */
  async function startUntilChecked() {
    trade.answerWith(() => undefined);
    desk = await atLab();
    const started = start();
    await eventually(() => expect(trade.requests).toHaveLength(1));
    return started;
  }
  const expectRevoked = () =>
    eventually(() =>
      expect(desk.vault.contents().tokens[0]?.revocation?.acceptedAtMs).toEqual(expect.any(Number)),
    );

  it('while the token is asked for has it revoked as it comes', async () => {
    let respond = (): void => undefined;
    base.answerWith((socket, request) => {
      respond = () => granted()(socket, request);
    });
    desk = await atLab();
    const started = start();
    await eventually(() => expect(base.requests).toHaveLength(1));
    desk.services.diagnoses.cancel();
    base.answerWith(answer(200, ''));
    respond();
    const view = await desk.ended(started.ok ? started.value.id : '');
    expect(view.stopped).toBe(true);
    expect(told(checkOf(view, 'token', 'check'))).toBe('token check not_tried stopped');
    await expectRevoked();
  });

  it('while it is checked has its token revoked all the same', async () => {
    base.answerWith(grantedAndRevoked);
    const started = await startUntilChecked();
    desk.services.diagnoses.cancel();
    const view = await desk.ended(started.ok ? started.value.id : '');
    expect(told(checkOf(view, 'token', 'check'))).toBe('token check not_tried stopped');
    await expectRevoked();
  });

  it('by a lock has the revocation written down before the keys go', async () => {
    base.answerWith((socket, request) => {
      if (request.path.endsWith('/token')) granted()(socket, request);
    });
    await startUntilChecked();
    await desk.services.close();
    expect(desk.vault.contents().tokens[0]?.revocation).toMatchObject({ acceptedAtMs: null });
  });

  it('has the intent to end its token on disk as soon as that has come', async () => {
    base.answerWith(granted());
    await startUntilChecked();
    // What a crash at this moment would leave: revoked at the next unlock.
    const [token] = desk.vault.contents().tokens;
    expect(token?.lease?.end).toBe('lock');
  });

  it('cannot be begun twice at once', async () => {
    base.answerWith(() => undefined);
    desk = await atLab();
    start();
    expect(start()).toMatchObject({ failure: { code: 'in_use', facts: { about: 'call' } } });
  });
});

describe('a wrong door', () => {
  it.each<[string, PracticeFault, string, readonly string[]]>([
    ['a page in between', 'sign_in_page', 'invalid_response', ['page_in_between']],
    [
      'a server that wants HTTP Basic',
      'invalid_client_401_challenge',
      'invalid_client',
      ['expects_basic', 'other_access_type'],
    ],
  ])('is named as what it looks like: %s', async (_, fault, code, doors) => {
    practice.controls.set({ fault });
    desk = await atPractice(practice.trader);
    const check = checkOf(await desk.diagnose(), 'token', 'token');
    expect(told(check)).toBe(`token token bad ${code}`);
    expect(check.doors).toEqual(doors);
  });

  it('is named where the token request goes to the trading host', async () => {
    const { baseUrl: tradeUrl, tradeUrl: baseUrl, authorityPem } = practice;
    desk = await openDiagnosisDesk({ baseUrl, tradeUrl, authorityPem }, practice.trader);
    const check = checkOf(await desk.diagnose(), 'token', 'token');
    expect(check.doors).toEqual(['trading_host']);
  });

  it('is named where the credentials of a Partner are at the endpoint of Traders, and the reverse', async () => {
    desk = await atPractice({ ...practice.partner, accessType: 'trader', scopes: ['TRADER_READ'] });
    expect(checkOf(await desk.diagnose(), 'token', 'token').doors).toContain('other_access_type');
    await desk.services.close();
    desk = await atPractice({ ...practice.trader, accessType: 'partner', scopes: [] });
    expect(checkOf(await desk.diagnose(), 'token', 'token').doors).toContain('other_access_type');
  });

  it('is named where the identity check goes to a host that has none', async () => {
    base.answerWith(grantedAndRevoked);
    trade.answerWith(answer(404, '{}'));
    desk = await atLab();
    const view = await desk.diagnose();
    expect(told(checkOf(view, 'token', 'refused'))).toBe('token refused not_tried check_unclear');
    expect(checkOf(view, 'token', 'check')).toMatchObject({
      verdict: 'amber',
      finding: 'check_unclear',
      doors: ['main_host'],
    });
  });

  it('may be one host for both, which is said once', async () => {
    desk = await atLab({ tradeUrl: `${base.url}/trade` });
    base.answerWith(answer(401, '{"error":"invalid_client"}'));
    const view = await desk.diagnose();
    expect(told(checkOf(view, 'addresses', 'address'))).toBe('addresses address amber hosts_equal');
    expect(told(checkOf(view, 'trade', 'tls'))).toBe('trade tls not_tried one_host_for_both');
  });
});
