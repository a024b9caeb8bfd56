// What one answer shows of a token: a refusal counts only if it is about the token.
import { describe, expect, it } from 'vitest';
import { judgeAnswer } from '../../../electron/main/domain/judge-answer.ts';
import { shownBy } from '../../../electron/main/tokens/checks/probe-answer.ts';
import { showsWorking } from '../../../electron/shared/tokens/check-outcome.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createScriptedGateway } from '../../support/scripted-gateway.ts';

const { probed } = createScriptedGateway(createFakeClock());
const judge = (
  status: number,
  challenge: string | null,
  { body = '{}', type = 'application/json' } = {},
) => judgeAnswer(shownBy({ ...probed(status, body, challenge), contentType: type }));

describe('a refusal', () => {
  it.each([
    ['Bearer error="invalid_token"', 'refused', 'refused'],
    ['bearer realm="a, b", error=invalid_token', 'refused', 'refused'],
    ['Basic realm="x", Bearer realm="y", error="invalid_token"', 'refused', 'refused'],
    ['Bearer error="insufficient_scope"', 'lacks_scope', 'lacks_scope'],
    // A sign-in wall, one that quotes another, a header that was dropped, another code, another scheme.
    ['Basic realm="wall"', 'unclear', 'unclear'],
    ['Basic realm="Bearer error=invalid_token"', 'unclear', 'unclear'],
    ['Bearer error="invalid_request"', 'unclear', 'unclear'],
    ['Bearer error="invalid_grant"', 'unclear', 'unclear'],
    ['Negotiate', 'unclear', 'unclear'],
    [null, 'unclear', 'forbidden'],
    [' ', 'unclear', 'forbidden'],
    ['Bearer realm="x"', 'unclear', 'forbidden'],
  ])('that says %j is %s with a 401, and %s with a 403', (challenge, ...outcomes) => {
    const evidence = outcomes[0] === 'refused' ? 'named' : undefined;
    const shown = [401, 403].map((status) => judge(status, challenge));
    expect(shown).toEqual(outcomes.map((outcome) => ({ outcome, evidence })));
  });

  it('as a web page was written by something else', () => {
    expect(judge(401, null, { type: 'text/html' }).outcome).toBe('unclear');
    expect(judge(403, null, { type: 'text/html' }).outcome).toBe('unclear');
  });

  it('shows that the token works where it names the scope, and not by a 403 alone', () => {
    expect([showsWorking('lacks_scope'), showsWorking('forbidden')]).toEqual([true, false]);
  });
});

describe('a status of success', () => {
  it.each(['{}', '{"id":7,"error":null}', '[]', ' [1]'])('with %s shows that it works', (body) => {
    expect(judge(200, null, { body }).outcome).toBe('honoured');
  });

  it.each(['', 'null', 'true', '"ok"', '{"error":"invalid_token"}', '{"error":{}}', '{', '<html>'])(
    'with %s is unclear',
    (body) => {
      expect(judge(200, null, { body }).outcome).toBe('unclear');
      expect(judge(206, null, { body }).outcome).toBe('unclear');
    },
  );

  it('with a web page is unclear', () => {
    expect(judge(200, null, { type: 'text/html' }).outcome).toBe('unclear');
  });
});
