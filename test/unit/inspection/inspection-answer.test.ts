// What an answer about a foreign token proves, and what an introspection said.
import fc from '../../support/seeded-fast-check.ts';
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import {
  readCheck,
  readIntrospection,
} from '../../../electron/main/inspection/inspection-answer.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createScriptedGateway } from '../../support/scripted-gateway.ts';

const gateway = createScriptedGateway(createFakeClock());
const TOKEN = 'canary-token-0123456789';
const NOW_MS = 1_700_000_000_000;
const NOW = NOW_MS / 1_000;
const read = (body: unknown, status = 200) =>
  readIntrospection(
    status,
    Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    [SecretBytes.take(Buffer.from(TOKEN))],
    NOW_MS,
  );

describe('a check', () => {
  it.each([
    [200, null, 'honoured'],
    [401, null, 'unclear'],
    [401, 'Basic realm="wall"', 'unclear'],
    [401, 'Bearer error="invalid_token"', 'refused'],
    [401, 'Bearer error="insufficient_scope"', 'lacks_scope'],
    [403, 'Bearer realm="x", error="insufficient_scope", scope="TRADER_TRADE"', 'lacks_scope'],
    [403, null, 'unclear'],
    [403, 'Basic realm="proxy"', 'unclear'],
    [404, null, 'unclear'],
    [429, null, 'unclear'],
    [503, null, 'unclear'],
  ])('answered with %i and %j is %s', (status, challenge, outcome) => {
    expect(readCheck(gateway.probed(status, '{}', challenge)).outcome).toBe(outcome);
  });
});

describe('an introspection', () => {
  it.each([
    ['active', { active: true }, 'active'],
    ['inactive', { active: false }, 'inactive'],
    ['without active', { scope: 'TRADER_READ' }, 'unclear'],
    ['with active as text', { active: 'true' }, 'unclear'],
    ['with active as a number', { active: 1 }, 'unclear'],
    ['with active twice', '{"active":true,"active":false}', 'unclear'],
    ['that is a list', [true], 'unclear'],
    ['that is a web page', '<html>active</html>', 'unclear'],
    ['that is empty', '', 'unclear'],
    ['active and over a minute past its end', { active: true, exp: NOW - 61 }, 'unclear'],
    ['active and past an end that is a text', { active: true, exp: String(NOW - 61) }, 'unclear'],
    ['active and hardly past its end', { active: true, exp: NOW - 59 }, 'active'],
    ['active and not yet begun', { active: true, nbf: NOW + 61 }, 'unclear'],
    ['inactive and past its end', { active: false, exp: NOW - 61 }, 'inactive'],
  ])('case 108: %s is %s', (_, body, outcome) => {
    expect(read(body).outcome).toBe(outcome);
  });

  it.each([
    [null, 'active'],
    ['client-1', 'active'],
    ['client-2', 'unclear'],
    ['Client-1', 'unclear'],
  ])('case 108: active for client-1 of a token that is of %s here is %s', (owner, outcome) => {
    const body = Buffer.from(JSON.stringify({ active: true, client_id: 'client-1' }));
    expect(readIntrospection(200, body, [], NOW_MS, owner).outcome).toBe(outcome);
  });

  it.each([
    [401, '', 'asker_refused'],
    [403, '', 'asker_refused'],
    [400, '{"error":"invalid_client"}', 'asker_refused'],
    [400, '{"error":"invalid_request"}', 'unclear'],
    [201, '{"active":true}', 'unclear'],
    [500, '{"active":true}', 'unclear'],
  ])('answered with %i and %j is %s', (status, body, outcome) => {
    expect(read(body, status).outcome).toBe(outcome);
  });

  it('shows the fields of RFC 7662 in its order, and no other', () => {
    const { fields } = read({
      iss: 'https://issuer.example',
      aud: ['a', 'b'],
      other: 'x',
      scope: 'TRADER_READ',
      active: true,
      username: null,
    });
    expect(fields).toEqual([
      { name: 'scope', text: 'TRADER_READ', atMs: null },
      { name: 'aud', text: '["a","b"]', atMs: null },
      { name: 'iss', text: 'https://issuer.example', atMs: null },
    ]);
  });

  it.each([
    [1_800_000_000, 1_800_000_000_000],
    ['1800000000', 1_800_000_000_000],
    ['1800000000.5', null],
    ['soon', null],
    [1.5, null],
    [1e300, null],
    [true, null],
  ])('case 109: reads exp %j as the time %j', (exp, atMs) => {
    expect(read({ active: true, exp }).fields).toMatchObject([{ name: 'exp', atMs }]);
  });

  it('masks what it repeats of the token', () => {
    const { fields } = read({ active: true, jti: TOKEN, sub: `<b>${TOKEN}</b>` });
    expect(JSON.stringify(fields)).not.toContain(TOKEN);
    expect(fields.map(({ text }) => text)).toEqual(['[masked]', '[masked]']);
  });

  it('never throws, and never calls what is not plainly active so', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.integer({ min: 200, max: 599 }),
        (body, s) => {
          const { outcome } = readIntrospection(s, Buffer.from(body), [], NOW_MS);
          expect(outcome).not.toBe('active');
        },
      ),
    );
  });
});
