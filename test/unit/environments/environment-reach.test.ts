// How an environment is reached and whom it trusts: what is refused, what is kept, and that a password
// belongs to one proxy and one name.
import { describe, expect, it } from 'vitest';
import type { EnvironmentId } from '../../../electron/main/domain/ids.ts';
import { withProxyPasswords } from '../../../electron/main/environments/proxy-passwords.ts';
import {
  checkProxy,
  passwordOf,
  planProxy,
  setAuthority,
  setProxy,
  type TypedProxy,
} from '../../../electron/main/environments/environment-reach.ts';
import { removeEnvironment } from '../../../electron/main/environments/environments.ts';
import { secretOf, textOf } from '../../support/gateway-lab.ts';
import { createTestSession } from '../../support/test-session.ts';

const id = 'env-1' as EnvironmentId;
const manual = (changes: Partial<Extract<TypedProxy, { mode: 'manual' }>> = {}): TypedProxy => ({
  mode: 'manual',
  host: 'proxy.example',
  port: 3128,
  userName: null,
  ...changes,
});

describe('a proxy as it is typed', () => {
  it.each([
    [' Proxy.EXAMPLE ', 'proxy.example'],
    ['10.0.0.1', '10.0.0.1'],
    ['[::1]', '::1'],
    ['::1', '::1'],
    ['gäteway.example', 'xn--gteway-bua.example'],
  ])('is kept in its normal form: %j', (host, kept) => {
    expect(checkProxy(manual({ host }))).toMatchObject({ value: { host: kept } });
  });

  it.each([
    '',
    ' ',
    'http://p',
    'p:1',
    'u@p',
    'a b',
    'a/b',
    'p%',
    '-',
    'a..b',
    'fe80::1%eth0',
    'p\n',
  ])('is refused with the host %j', (host) => {
    // A line end at the edge is trimmed, as spaces are.
    const expected = host.trim() === 'p' ? { ok: true } : { failure: { code: 'invalid_input' } };
    expect(checkProxy(manual({ host }))).toMatchObject(expected);
  });

  it.each([0, 65_536, 1.5])('is refused with the port %j', (port) => {
    expect(checkProxy(manual({ port }))).toMatchObject({
      failure: { code: 'invalid_input', facts: { about: 'proxy port' } },
    });
  });

  it.each(['a:b', 'ä', 'a\nb'])('is refused with the sign-in name %j', (userName) => {
    expect(checkProxy(manual({ userName }))).toMatchObject({
      failure: { facts: { about: 'proxy sign-in name' } },
    });
  });
});

describe('the proxy of an environment', () => {
  it('is kept, and noted in the history', async () => {
    const { session, noted } = await createTestSession();
    await setProxy(session, id, manual(), null);
    expect(session.vault.contents().environments.find((each) => each.id === id)?.proxy).toEqual({
      mode: 'manual',
      host: 'proxy.example',
      port: 3128,
    });
    expect(noted.at(-1)).toMatchObject({ what: 'environment_changed', word: 'proxy_manual' });
  });

  it('is not set for the practice gateway', async () => {
    const { session } = await createTestSession();
    expect(await setProxy(session, 'practice' as EnvironmentId, manual(), null)).toMatchObject({
      ok: false,
    });
  });

  it('needs a password where it is signed in to, and keeps it sealed', async () => {
    const { session } = await createTestSession();
    const typed = manual({ userName: 'desk' });
    expect(planProxy(session, id, typed)).toMatchObject({ value: { needsPassword: true } });
    expect(await setProxy(session, id, typed, null)).toMatchObject({ ok: false });
    await setProxy(session, id, typed, secretOf('pw'));
    expect(JSON.stringify(session.vault.contents())).not.toContain('"pw"');
    const opened = session.vault.openRecord(passwordOf(id));
    expect(opened.ok && textOf(opened.value)).toBe('pw');
    expect(planProxy(session, id, typed)).toMatchObject({ value: { needsPassword: false } });
  });

  it.each([{ host: 'other.example' }, { port: 3129 }, { userName: 'other' }])(
    'asks for the password anew where it changes: %j',
    async (change) => {
      const { session } = await createTestSession();
      await setProxy(session, id, manual({ userName: 'desk' }), secretOf('pw'));
      const typed = manual({ userName: 'desk', ...change });
      expect(planProxy(session, id, typed)).toMatchObject({ value: { needsPassword: true } });
      expect(await setProxy(session, id, typed, null)).toMatchObject({ ok: false });
    },
  );

  it.each([{ mode: 'none' } as const, { mode: 'system' } as const, manual()])(
    'drops the password with the sign-in: %j',
    async (typed) => {
      const { session } = await createTestSession();
      await setProxy(session, id, manual({ userName: 'desk' }), secretOf('pw'));
      await setProxy(session, id, typed, null);
      expect(session.vault.hasRecord(passwordOf(id))).toBe(false);
    },
  );

  it('takes its password with it when the environment goes', async () => {
    const { session } = await createTestSession();
    await session.vault.change({
      contents: (before) => ({ ...before, credentials: [], tokens: [] }),
    });
    await setProxy(session, id, manual({ userName: 'desk' }), secretOf('pw'));
    await removeEnvironment(session, id);
    expect(session.vault.hasRecord(passwordOf(id))).toBe(false);
  });

  it('wipes a password that it did not take', async () => {
    const { session } = await createTestSession();
    const password = secretOf('pw');
    await setProxy(session, id, manual({ host: '' }), password);
    expect(password.wiped).toBe(true);
  });

  it('gives calls the password, and the same target each time', async () => {
    const { session } = await createTestSession();
    await setProxy(session, id, manual({ userName: 'desk' }), secretOf('pw'));
    const environment = session.vault.contents().environments.find((each) => each.id === id);
    if (environment === undefined) throw new Error('no environment');
    const targetOf = withProxyPasswords(session.vault, (each) => each);
    const target = targetOf(environment);
    expect(targetOf(environment)).toBe(target);
    const password = target?.proxyPassword?.() ?? null;
    expect(password === null ? null : textOf(password)).toBe('pw');
  });
});

describe('the authority of an environment', () => {
  it('is added and removed, and noted', async () => {
    const { session, noted } = await createTestSession();
    await setAuthority(session, id, 'PEM');
    expect(session.vault.contents().environments.find((each) => each.id === id)?.authorityPem).toBe(
      'PEM',
    );
    await setAuthority(session, id, null);
    expect(
      session.vault.contents().environments.find((each) => each.id === id)?.authorityPem,
    ).toBeNull();
    expect(noted.slice(-2).map(({ word }) => word)).toEqual([
      'authority_added',
      'authority_removed',
    ]);
  });
});
