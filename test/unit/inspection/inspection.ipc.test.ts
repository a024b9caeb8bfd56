// The calls about a foreign token, as the window makes them: main asks before the token leaves for a
// host, and gives nothing of it away.
import { gone } from '../../../electron/shared/failures/failure.ts';
import { describe, expect, it } from 'vitest';
import { createContractServer } from '../../support/contract-server.ts';
import { TRADER } from '../../support/test-session.ts';

const TOKEN = 'foreign-token-0123456789';
const there = { environmentId: 'env-1', accessType: 'trader' } as const;

async function inspecting() {
  const server = await createContractServer(TOKEN);
  await server.call('inspectionTake', { source: 'entry' });
  return server;
}

describe('a token to inspect', () => {
  it('comes to the window as its facts alone', async () => {
    const server = await createContractServer(TOKEN);
    const taken = await server.call('inspectionTake', { source: 'entry' });
    expect(taken).toMatchObject({ ok: true, value: { bytes: TOKEN.length, sendable: true } });
    expect(JSON.stringify(taken)).not.toContain(TOKEN);
  });

  it('leaves for a host only after main asked, naming the host', async () => {
    const server = await inspecting();
    server.answerWith(0);
    expect(await server.call('inspectionCheck', there)).toMatchObject({
      value: { outcome: 'honoured' },
    });
    expect(server.questions.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('base.test or trade.test'),
    ]);
  });

  it('stays when the person says no', async () => {
    const server = await inspecting();
    server.answerWith(null);
    expect(await server.call('inspectionCheck', there)).toEqual({ ok: true, value: 'cancelled' });
    const introspected = await server.call('inspectionIntrospect', { credentialId: TRADER });
    expect(introspected).toEqual({ ok: true, value: 'cancelled' });
    expect(server.session.gateway.calls).toEqual([]);
  });

  it('is asked about once for each environment', async () => {
    const server = await inspecting();
    server.answerWith(0);
    await server.call('inspectionCheck', there);
    await server.call('inspectionCheck', { ...there, accessType: 'partner' });
    expect(server.questions).toHaveLength(1);
  });

  it('is asked about anew when another one was taken', async () => {
    const server = await inspecting();
    server.answerWith(0);
    await server.call('inspectionCheck', there);
    await server.call('inspectionTake', { source: 'entry' });
    await server.call('inspectionCheck', there);
    expect(server.questions).toHaveLength(2);
  });

  it('that comes once the sheet was closed is not kept', async () => {
    const server = await createContractServer(TOKEN);
    const taking = server.call('inspectionTake', { source: 'entry' });
    await server.call('inspectionEnd');
    expect(await taking).toEqual({ ok: true, value: 'cancelled' });
    expect(await server.call('inspectionTidy')).toMatchObject({
      failure: gone('inspected token'),
    });
  });

  it('is gone once the window says so', async () => {
    const server = await inspecting();
    await server.call('inspectionEnd');
    expect(await server.call('inspectionCheck', there)).toMatchObject({
      failure: gone('inspected token'),
    });
    expect(server.questions).toEqual([]);
  });
});

describe('the introspection of an environment', () => {
  const set = (path: string) => ({
    environmentId: 'env-1',
    introspection: { path, authentication: 'client_secret_post' },
  });

  it('is saved, noted and switched off again', async () => {
    const { call, session, answerWith } = await createContractServer();
    answerWith(0);
    await call('environmentIntrospectionSet', set('/auth/introspect'));
    const stored = () => session.vault.contents().environments[0]?.introspection;
    expect(stored()).toEqual({ path: '/auth/introspect', authentication: 'client_secret_post' });
    await call('environmentIntrospectionSet', { environmentId: 'env-1', introspection: null });
    expect(session.vault.contents().environments[0]).not.toHaveProperty('introspection');
    expect(session.noted.map(({ what, word }) => [what, word])).toEqual([
      ['environment_changed', 'introspection_on'],
      ['environment_changed', 'introspection_off'],
    ]);
  });

  it.each([
    'introspect',
    '/a/../b',
    '//elsewhere.example',
    '/a?b=c',
    '/a#b',
    '/a b',
    '/\u00e4',
    '/',
  ])('is not saved with the path %j', async (path) => {
    const { call, session } = await createContractServer();
    expect(await call('environmentIntrospectionSet', set(path))).toMatchObject({
      failure: { code: 'invalid_input', facts: { about: 'path' } },
    });
    expect(session.vault.contents().environments[0]).not.toHaveProperty('introspection');
  });
});
