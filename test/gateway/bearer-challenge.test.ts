// Codes of WWW-Authenticate are understood before anything in it is masked (RFC 6750 section 3).
import { describe, expect, it } from 'vitest';
import { challengeAbout } from '../../electron/main/gateway/responses/bearer-challenge.ts';
import { answer, labGateway, secretOf } from '../support/gateway-lab.ts';
import { openServerLab } from '../support/server-lab.ts';

const gateway = labGateway();
const { server: trade, target } = await openServerLab();

describe('a challenge', () => {
  it.each([
    ['invalid_token', 'Bearer error="invalid_token"', 'token'],
    ['insufficient_scope', 'Bearer error="insufficient_scope"', 'scope'],
    ['invalid_request', 'Bearer error="invalid_request"', 'elsewhere'],
    ['invalid', 'Bearer realm="x", error=invalid_token, scope="y"', 'token'],
    ['invalid', 'Bearer error="invalid_tokens"', 'elsewhere'],
  ])('that hides a token spelt %s is understood before it is masked: %s', async (...row) => {
    const [token, header, about] = row;
    trade.answerWith(answer(401, '', [`WWW-Authenticate: ${header}`]));
    const asked = await gateway.probeToken(target, 'trader', secretOf(token));
    const seen = asked.ok ? asked.value : null;
    expect(seen?.about).toBe(about);
    expect(seen?.challenge).not.toContain(token);
  });

  it('without an error says that no token was seen', () => {
    expect(challengeAbout('Bearer realm="x"')).toBe('no_token');
  });

  it('is read no further than a server writes about a token', () => {
    const header = `Bearer realm="${'x'.repeat(1_000)}", error="invalid_token"`;
    expect(challengeAbout(header)).toBe('no_token');
  });
});
