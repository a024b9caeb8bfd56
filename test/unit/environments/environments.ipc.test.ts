// The calls about how an environment is reached and whom it trusts, as the window makes them.
import { describe, expect, it } from 'vitest';
import { passwordOf } from '../../../electron/main/environments/environment-reach.ts';
import type { EnvironmentId } from '../../../electron/main/domain/ids.ts';
import { createContractServer } from '../../support/contract-server.ts';
import type { RouteObservation } from '../../../electron/main/gateway/route-observation.ts';
import { changeRows } from '../../support/many-tokens.ts';
import { goodRoute } from '../../support/scripted-gateway.ts';
import { TRADER } from '../../support/test-session.ts';

const PASSWORD = 'canary-proxy-password';
const manual = { mode: 'manual', host: 'proxy.example', port: 3128, userName: null } as const;
const set = (proxy: object, askPassword = false) => ({
  environmentId: 'env-1',
  proxy,
  askPassword,
});
const name = passwordOf('env-1' as EnvironmentId);

describe('an environment that is added', () => {
  const third = {
    name: 'Third',
    kind: 'sandbox',
    baseUrl: 'https://third.test',
    tradeUrl: 'https://trade.third.test',
    authorityHandle: null,
    proxy: { mode: 'none' },
    anyway: false,
  } as const;
  const untrusted = (host: string): RouteObservation => ({
    ...goodRoute(host),
    failure:
      host === 'trade.third.test'
        ? { code: 'tls_unknown_authority', about: 'Lab authority', proxy: null }
        : null,
  });

  it('is connected to only once the person has confirmed where it leads', async () => {
    const { call, session, answerWith } = await createContractServer();
    const reached: string[] = [];
    session.gateway.onRoute((host) => {
      reached.push(host);
      return goodRoute(host);
    });
    answerWith(null);
    expect(await call('environmentAdd', third)).toEqual({ ok: true, value: 'cancelled' });
    expect(reached).toEqual([]);
    answerWith(0);
    expect(await call('environmentAdd', third)).toMatchObject({
      value: { environmentId: expect.any(String) },
    });
    expect(reached).toEqual(['third.test', 'trade.third.test']);
  });

  it('is not added where one of its servers is not trusted, and says which', async () => {
    const { call, session, answerWith } = await createContractServer();
    session.gateway.onRoute(untrusted);
    answerWith(0);
    const before = session.vault.contents();
    expect(await call('environmentAdd', third)).toMatchObject({
      ok: true,
      value: {
        unreached: {
          code: 'tls_unknown_authority',
          facts: { host: 'trade.third.test', about: 'Lab authority' },
        },
      },
    });
    expect(session.vault.contents()).toBe(before);
  });

  it('is added all the same where the person says so, with no connection', async () => {
    const { call, session, answerWith } = await createContractServer();
    session.gateway.onRoute(() => {
      throw new Error('connected');
    });
    answerWith(0);
    expect(await call('environmentAdd', { ...third, anyway: true })).toMatchObject({
      value: { environmentId: expect.any(String) },
    });
  });
});

describe('the proxy of an environment', () => {
  it('is shown as it was set', async () => {
    const { call, view, answerWith } = await createContractServer();
    answerWith(0);
    await call('environmentProxySet', set(manual));
    expect(view().environments[0]?.proxy).toEqual({ ...manual, loopback: false });
  });

  it('comes with its password from main’s own window, and shows nothing of it', async () => {
    const { call, session, view, answerWith } = await createContractServer(PASSWORD);
    answerWith(0);
    const answer = await call('environmentProxySet', set({ ...manual, userName: 'desk' }));
    expect(answer).toEqual({ ok: true, value: 'done' });
    expect(session.vault.hasRecord(name)).toBe(true);
    expect(view().environments[0]?.proxy).toMatchObject({ userName: 'desk' });
    expect(JSON.stringify(view())).not.toContain(PASSWORD);
  });

  it('asks for no password that it has', async () => {
    const { call, asked, answerWith } = await createContractServer(PASSWORD);
    answerWith(0);
    const signedIn = { ...manual, userName: 'desk' };
    await call('environmentProxySet', set(signedIn));
    await call('environmentProxySet', set(signedIn));
    expect(asked()).toEqual(['For desk at proxy.example:3128.']);
    await call('environmentProxySet', set(signedIn, true));
    expect(asked()).toHaveLength(2);
  });

  it.each([
    [{ ...manual, host: 'http://p' }, 'host'],
    [{ ...manual, port: 0 }, 'port'],
    [{ ...manual, userName: 'a:b' }, 'sign-in name'],
  ])('is refused as %j, naming the field', async (proxy, about) => {
    const { call, session } = await createContractServer();
    expect(await call('environmentProxySet', set(proxy))).toMatchObject({
      failure: { code: 'invalid_input', facts: { about: `proxy ${about}` } },
    });
    expect(session.vault.contents().environments[0]).not.toHaveProperty('proxy');
  });

  it('takes no other field from the window', async () => {
    const { call } = await createContractServer();
    expect(await call('environmentProxySet', set({ ...manual, password: 'x' }))).toMatchObject({
      failure: { code: 'invalid_input' },
    });
  });
});

describe('the authority of an environment', () => {
  it('is removed only after main asked', async () => {
    const { call, session, questions, answerWith } = await createContractServer();
    await changeRows(session, 'environments', { authorityPem: 'PEM' });
    const remove = { environmentId: 'env-1', authorityHandle: null };
    answerWith(null);
    expect(await call('environmentAuthoritySet', remove)).toEqual({ ok: true, value: 'cancelled' });
    expect(session.vault.contents().environments[0]?.authorityPem).toBe('PEM');
    answerWith(0);
    await call('environmentAuthoritySet', remove);
    expect(session.vault.contents().environments[0]?.authorityPem).toBeNull();
    expect(questions).toHaveLength(2);
  });

  it('is none that main has not read from a file', async () => {
    const { call, questions } = await createContractServer();
    const add = { environmentId: 'env-1', authorityHandle: 'handle-9' };
    expect(await call('environmentAuthoritySet', add)).toMatchObject({
      failure: { code: 'authority_invalid' },
    });
    expect(questions).toEqual([]);
  });
});

describe('the addresses of an environment', () => {
  const moved = {
    environmentId: 'env-1',
    kind: 'production',
    baseUrl: 'https://moved.test/',
    tradeUrl: 'https://trade.moved.test',
  } as const;

  it('are changed once main asked, naming both hosts, and stand in the history', async () => {
    const { call, session, questions, answerWith } = await createContractServer();
    answerWith(0);
    expect(await call('environmentPlaceSet', moved)).toEqual({ ok: true, value: 'done' });
    expect(session.vault.contents().environments[0]).toMatchObject({
      kind: 'production',
      baseUrl: 'https://moved.test',
      tradeUrl: 'https://trade.moved.test',
    });
    expect(questions[0]?.message).toContain('moved.test');
    expect(questions[0]?.detail).toContain('Until now: base.test and trade.test, sandbox.');
    expect(session.noted.at(-1)).toMatchObject({ what: 'environment_changed', word: 'place' });
  });

  it('stay while a token of theirs may live: no other host is sent it', async () => {
    const { call, session, questions, answerWith } = await createContractServer();
    await session.requests.request(TRADER, ['TRADER_READ']);
    answerWith(0);
    const sent = session.gateway.calls.length;
    expect(await call('environmentPlaceSet', moved)).toEqual({
      ok: false,
      failure: { code: 'in_use', facts: { about: 'address', count: 1 } },
    });
    expect(questions).toEqual([]);
    expect(session.gateway.calls).toHaveLength(sent);
    expect(session.vault.contents().environments[0]?.baseUrl).toBe('https://base.test');
  });

  it('stay where a token came while main asked', async () => {
    const { call, session, answerWith } = await createContractServer();
    answerWith(async () => {
      await session.requests.request(TRADER, ['TRADER_READ']);
      return 0;
    });
    expect(await call('environmentPlaceSet', moved)).toMatchObject({
      failure: { code: 'in_use' },
    });
  });

  it('may stay while only the kind is corrected, whatever lives', async () => {
    const { call, session, answerWith } = await createContractServer();
    await session.requests.request(TRADER, ['TRADER_READ']);
    answerWith(0);
    const { baseUrl, tradeUrl } = session.vault.contents().environments[0] ?? moved;
    const kind = { ...moved, baseUrl, tradeUrl };
    expect(await call('environmentPlaceSet', kind)).toEqual({ ok: true, value: 'done' });
    expect(session.vault.contents().environments[0]?.kind).toBe('production');
  });

  it.each([
    [{ ...moved, baseUrl: 'http://moved.test' }, 'invalid_input'],
    [{ ...moved, baseUrl: 'https://trade.moved.test/api' }, 'invalid_input'],
    [{ ...moved, environmentId: 'none' }, 'gone'],
  ])('are refused as %j', async (input, code) => {
    const { call } = await createContractServer();
    expect(await call('environmentPlaceSet', input)).toMatchObject({ failure: { code } });
  });
});
