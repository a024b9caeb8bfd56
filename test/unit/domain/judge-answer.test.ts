// What one answer shows of a token: a refusal counts only if it is about the token.
import { describe, expect, it } from 'vitest';
import { judgeAnswer } from '../../../electron/main/domain/judge-answer.ts';
import { challengeAbout } from '../../../electron/main/gateway/responses/bearer-challenge.ts';
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
    'Bearer error="invalid_token"',
    'bearer realm="a, b", error=invalid_token',
    'Basic realm="x", Bearer realm="y", error="invalid_token"',
  ])('that says %s names the token, with 401 and with 403', (challenge) => {
    for (const status of [401, 403]) {
      expect(judge(status, challenge)).toEqual({ outcome: 'refused', evidence: 'named' });
    }
  });

  it.each([
    ['of a sign-in wall', 'Basic realm="wall"'],
    ['of a wall that quotes another', 'Basic realm="Bearer error=invalid_token"'],
    ['after the header was dropped', 'Bearer error="invalid_request"'],
    ['with another code', 'Bearer error="invalid_grant"'],
    ['of another scheme', 'Negotiate'],
  ])('%s says nothing of the token', (_name, challenge) => {
    expect(judge(401, challenge).outcome).toBe('unclear');
  });

  it.each([null, 'Bearer realm="x"'])('with %s says nothing by itself', (challenge) => {
    expect(judge(401, challenge)).toEqual({ outcome: 'unclear' });
  });

  it('as a web page was written by something else', () => {
    expect(judge(401, null, { type: 'text/html' }).outcome).toBe('unclear');
    expect(judge(403, null, { type: 'text/html' }).outcome).toBe('unclear');
  });

  it.each([401, 403])('with %i that names the scope shows that the token works', (status) => {
    const { outcome } = judge(status, 'Bearer error="insufficient_scope"');
    expect([outcome, showsWorking(outcome)]).toEqual(['lacks_scope', true]);
  });

  it.each([null, 'Bearer realm="x"'])('with 403 and %j alone does not', (said) => {
    const { outcome } = judge(403, said);
    expect([outcome, showsWorking(outcome)]).toEqual(['forbidden', false]);
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

describe('a challenge', () => {
  it('that is missing says nothing', () => {
    expect([challengeAbout(null), challengeAbout(' ')]).toEqual(['nothing', 'nothing']);
  });
});
