// The calls about the metadata of a server, as the window makes them: main asks before it goes anywhere and
// before anything is taken over, and only what was read and offered can be.
import { describe, expect, it } from 'vitest';
import { ok } from '../../../electron/main/domain/result.ts';
import type { ServerMetadata } from '../../../electron/main/gateway/responses/server-metadata.ts';
import type { MetadataView } from '../../../electron/shared/environments/metadata-view.ts';
import { createContractServer, type ContractServer } from '../../support/contract-server.ts';
import { failed } from '../../support/scripted-gateway.ts';
import { TRADER } from '../../support/test-session.ts';

const BASE = 'https://base.test';
const ASKED = 'metadata https://base.test/.well-known/oauth-authorization-server';
const of = { kind: 'environment', environmentId: 'env-1' } as const;
const there = { of, issuer: BASE };
const unsaid = { address: null, authentications: null };

const saying = (changes: Partial<ServerMetadata>): ServerMetadata => ({
  token: { address: `${BASE}/auth/oauth2/token`, authentications: ['client_secret_post'] },
  revocation: unsaid,
  introspection: { address: `${BASE}/introspect`, authentications: null },
  scopes: null,
  ...changes,
});

async function serving(changes: Partial<ServerMetadata> = {}): Promise<ContractServer> {
  const server = await createContractServer();
  server.session.gateway.onMetadata(() => ok(saying(changes)));
  server.answerWith(0);
  return server;
}

async function read(server: ContractServer): Promise<MetadataView> {
  const answer = await server.call('environmentMetadataRead', there);
  return (answer as { value: MetadataView }).value;
}

const introspectionOf = (server: ContractServer) =>
  server.session.vault.contents().environments[0]?.introspection;

describe('reading metadata', () => {
  it('asks first, naming the address, and once for each', async () => {
    const server = await serving();
    await read(server);
    await read(server);
    expect(server.questions.map(({ detail }) => detail)).toEqual([
      expect.stringContaining(`${BASE}/.well-known/oauth-authorization-server\n`),
    ]);
    expect(server.session.gateway.calls).toEqual([ASKED, ASKED]);
  });

  it('asks nobody when the person says no', async () => {
    const server = await serving();
    server.answerWith(null);
    expect(await server.call('environmentMetadataRead', there)).toEqual({
      ok: true,
      value: 'cancelled',
    });
    expect(server.session.gateway.calls).toEqual([]);
  });

  it.each([
    ['http://base.test', 'issuer_invalid'],
    ['https://base.test?x', 'issuer_invalid'],
    ['https://elsewhere.test', 'issuer_foreign'],
    ['https://base.test:8443', 'issuer_foreign'],
  ])('case 110: does not even ask the person about %s', async (issuer, code) => {
    const server = await serving();
    expect(await server.call('environmentMetadataRead', { of, issuer })).toMatchObject({
      failure: { code },
    });
    expect([server.questions, server.session.gateway.calls]).toEqual([[], []]);
  });

  it('shows what is said beside what is used, and changes nothing', async () => {
    const server = await serving();
    const before = server.session.vault.contents();
    const { endpoints, offer } = await read(server);
    expect(endpoints.map(({ what, said, used }) => [what, said, used.length])).toEqual([
      ['token', `${BASE}/auth/oauth2/token`, 2],
      ['revocation', null, 1],
      ['introspection', `${BASE}/introspect`, 0],
    ]);
    expect(offer).toEqual({
      path: '/introspect',
      authentications: ['client_secret_post', 'client_secret_basic'],
    });
    expect(server.session.vault.contents()).toBe(before);
  });

  it('of an environment that is being typed has the hosts that were typed', async () => {
    const server = await serving();
    const draft = {
      kind: 'draft',
      name: '',
      baseUrl: 'https://typed.test/',
      tradeUrl: 'https://trade.typed.test',
      authorityHandle: null,
      proxy: { mode: 'none' },
    } as const;
    await server.call('environmentMetadataRead', { of: draft, issuer: 'https://typed.test' });
    expect(server.session.gateway.calls).toEqual([ASKED.replace('base', 'typed')]);
    expect(server.questions[0]?.message).toBe('Read the metadata of the new environment?');
    const wrong = { ...draft, baseUrl: 'http://typed.test' };
    expect(
      await server.call('environmentMetadataRead', { of: wrong, issuer: 'https://typed.test' }),
    ).toMatchObject({ failure: { code: 'address_invalid' } });
  });

  it.each(['document', 'failure'])(
    'shows nothing of a %s that repeats a secret of the vault',
    async (where) => {
      const secret = `secret-of-${TRADER}`;
      const server = await serving({ scopes: [secret] });
      if (where === 'failure') {
        const { failure } = server.session.gateway;
        const about = `${secret} (not the same: the host)`;
        server.session.gateway.onMetadata(() =>
          failed(failure({ code: 'metadata_other_issuer', about })),
        );
      }
      const answer = await server.call('environmentMetadataRead', there);
      expect(answer).toEqual({ ok: false, failure: { code: 'metadata_not_clean' } });
    },
  );
});

describe('taking over the introspection of metadata', () => {
  const take = (server: ContractServer, readingId: string) =>
    server.call('environmentMetadataTake', { environmentId: 'env-1', readingId });

  it('case 110: happens only where the person says so in the dialog of main', async () => {
    const server = await serving();
    const { id } = await read(server);
    server.answerWith(null);
    expect(await take(server, id)).toEqual({ ok: true, value: 'cancelled' });
    expect(introspectionOf(server)).toBeUndefined();
    server.answerWith(1);
    expect(await take(server, id)).toEqual({ ok: true, value: 'done' });
    expect(introspectionOf(server)).toEqual({
      path: '/introspect',
      authentication: 'client_secret_basic',
    });
    expect(server.questions.at(-1)?.detail).toContain(`${BASE}/introspect`);
    expect(server.session.noted.at(-1)).toMatchObject({
      what: 'environment_changed',
      word: 'introspection_on',
    });
  });

  it('leaves every address as it was', async () => {
    const server = await serving({ token: { address: `${BASE}/other`, authentications: null } });
    const { id } = await read(server);
    await take(server, id);
    const { baseUrl, tradeUrl } = server.session.vault.contents().environments[0]!;
    expect([baseUrl, tradeUrl]).toEqual([BASE, 'https://trade.test']);
  });

  it('is possible for the newest reading alone', async () => {
    const server = await serving();
    const { id } = await read(server);
    await read(server);
    expect(await take(server, id)).toMatchObject({ failure: { code: 'metadata_gone' } });
    expect(await take(server, 'never-read')).toMatchObject({ failure: { code: 'metadata_gone' } });
  });

  it.each([
    ['names none', unsaid],
    ['names one on the trading host', { address: 'https://trade.test/i', authentications: null }],
    ['asks for another proof', { address: `${BASE}/i`, authentications: ['private_key_jwt'] }],
    ['has no path of its own', { address: `${BASE}/`, authentications: null }],
    ['has a path that is not plain', { address: `${BASE}/a%2fb`, authentications: null }],
  ])('is not offered where the server %s', async (_, introspection) => {
    expect((await read(await serving({ introspection }))).offer).toBeNull();
  });

  it('is not offered where it is what is used', async () => {
    const server = await serving();
    const { id } = await read(server);
    await take(server, id);
    expect((await read(server)).offer).toBeNull();
  });
});
