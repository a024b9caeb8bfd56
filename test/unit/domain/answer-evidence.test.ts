// What one answer shows of a token: a refusal counts only if it is about the token.
import { describe, expect, it } from 'vitest';
import { judgeAnswer } from '../../../electron/main/domain/answer-evidence.ts';
import { challengeAbout } from '../../../electron/main/gateway/responses/bearer-challenge.ts';
import { shownBy } from '../../../electron/main/tokens/checks/probe.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createScriptedGateway } from '../../support/scripted-gateway.ts';

const { probed } = createScriptedGateway(createFakeClock());
const WAY = 'identity check at trade.test';
const before = [{ atMs: 1, way: WAY, status: 200 }];
const judge = (
  status: number,
  challenge: string | null,
  { baselines = [] as typeof before, body = '{}', type = 'application/json' } = {},
) =>
  judgeAnswer(shownBy({ ...probed(status, body, challenge), contentType: type }), baselines, WAY);

describe('a refusal', () => {
  it.each([
    'Bearer error="invalid_token"',
    'bearer realm="a, b", error=invalid_token',
    'Basic realm="x", Bearer realm="y", error="invalid_token"',
  ])('that says %s names the token', (challenge) => {
    expect(judge(401, challenge)).toEqual({ outcome: 'refused', evidence: 'named' });
  });

  it.each([
    ['of a sign-in wall', 'Basic realm="wall"'],
    ['of a wall that quotes another', 'Basic realm="Bearer error=invalid_token"'],
    ['after the header was dropped', 'Bearer error="invalid_request"'],
    ['with another code', 'Bearer error="invalid_grant"'],
    ['of another scheme', 'Negotiate'],
  ])('%s says nothing, whatever was before', (_name, challenge) => {
    expect(judge(401, challenge, { baselines: before }).outcome).toBe('unclear');
  });

  it.each([null, 'Bearer realm="x"'])('with %s is a change where it was taken before', (said) => {
    expect(judge(401, said).outcome).toBe('unclear');
    expect(judge(401, said, { baselines: before })).toEqual({
      outcome: 'refused',
      evidence: 'changed',
    });
  });

  it('is no change where the way was another', () => {
    const baselines = [{ atMs: 1, way: `${WAY} through proxy.test:8080`, status: 200 }];
    expect(judge(401, null, { baselines }).outcome).toBe('unclear');
  });

  it('as a web page was written by something else', () => {
    expect(judge(401, null, { baselines: before, type: 'text/html' }).outcome).toBe('unclear');
    expect(judge(403, null, { type: 'text/html' }).outcome).toBe('unclear');
  });

  it('of the scope alone shows that the token is known', () => {
    expect(judge(403, null).outcome).toBe('forbidden');
    expect(judge(401, 'Bearer error="insufficient_scope"').outcome).toBe('forbidden');
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
