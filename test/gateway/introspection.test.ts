// Introspection over TLS (RFC 7662 section 2): exactly what leaves, and that nothing comes back of it.
import { beforeEach, describe, expect, it } from 'vitest';
import type { IntrospectionAuthentication } from '../../electron/shared/words.ts';
import {
  answer,
  credentialOf,
  expectNoCanary,
  failureCode,
  labGateway,
  SECRET,
  secretOf,
  TOKEN,
} from '../support/gateway-lab.ts';
import { openServerLab } from '../support/server-lab.ts';

const gateway = labGateway();
const { server: base, target } = await openServerLab();
beforeEach(() => base.answerWith(answer(200, '{"active":true}')));

const introspect = (authentication: IntrospectionAuthentication, path = '/introspect') =>
  gateway.introspectToken(
    { ...target, introspection: { path, authentication } },
    credentialOf('trader'),
    secretOf(TOKEN),
  );
const sent = () => {
  const [request] = base.requests;
  return {
    at: `${request?.method} ${request?.path}`,
    authorization: request?.headers.find(([name]) => name === 'authorization')?.[1],
    fields: Object.fromEntries(new URLSearchParams(request?.body.toString('latin1'))),
  };
};

describe('an introspection request', () => {
  it('holds token and credentials in a form', async () => {
    await introspect('client_secret_post');
    expect(sent()).toEqual({
      at: 'POST /introspect',
      authorization: undefined,
      fields: { token: TOKEN, client_id: 'client-1', client_secret: SECRET },
    });
  });

  it('holds the credentials in the header alone with HTTP Basic, each half form-encoded', async () => {
    await introspect('client_secret_basic');
    const { authorization = '', fields } = sent();
    const halves = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString('utf8');
    const form = new URLSearchParams(`secret=${halves.split(':')[1]}`);
    expect([halves.split(':')[0], form.get('secret')]).toEqual(['client-1', SECRET]);
    expect(fields).toEqual({ token: TOKEN });
  });

  it('case 108: goes nowhere without a configured endpoint', async () => {
    const result = await gateway.introspectToken(target, credentialOf('trader'), secretOf(TOKEN));
    expect(failureCode(result)).toBe('introspection_missing');
    expect(base.connections()).toBe(0);
  });

  it.each(['introspect', '/a/../b', '//elsewhere.example/x', '/a?b', '/a b', '/', ''])(
    'goes nowhere at the path %j',
    async (path) => {
      expect(failureCode(await introspect('client_secret_post', path))).toBe('connect_failed');
      expect(base.connections()).toBe(0);
    },
  );

  it('never goes under the trading address', async () => {
    const result = await gateway.introspectToken(
      {
        ...target,
        tradeUrl: `${base.url}/trade`,
        introspection: { path: '/trade/introspect', authentication: 'client_secret_post' },
      },
      credentialOf('trader'),
      secretOf(TOKEN),
    );
    expect(failureCode(result)).toBe('wrong_access_type');
    expect(base.connections()).toBe(0);
  });
});

describe('an introspection answer', () => {
  it.each(['client_secret_post', 'client_secret_basic'] as const)(
    'that repeats everything with %s shows nothing of it',
    async (authentication) => {
      base.answerWith((socket, request) => {
        const authorization = request.headers.find(([name]) => name === 'authorization')?.[1] ?? '';
        const said = `Bearer said="${SECRET} ${TOKEN} ${authorization}"`;
        const headers = ['Content-Type: text/plain', `WWW-Authenticate: ${said}`];
        answer(401, `${authorization} says so`, headers)(socket, request);
      });
      const result = await introspect(authentication);
      if (!result.ok) throw new Error(result.failure.code);
      const { body, challenge } = result.value;
      const [request] = base.requests;
      const authorization = request?.headers.find(([name]) => name === 'authorization')?.[1];
      expectNoCanary({ challenge, body: body.toString('latin1') }, [
        SECRET,
        TOKEN,
        ...(authorization === undefined ? [] : [authorization.replace('Basic ', '')]),
      ]);
    },
  );
});
