// What one answer shows of a token: a refusal counts only if it is about the token.
import { describe, expect, it } from 'vitest';
import {
  invalidControl,
  judgeAnswer,
  withIntrospection,
  type ControlAnswer,
} from '../../../electron/main/domain/answer-evidence.ts';
import { challengeAbout } from '../../../electron/main/gateway/responses/bearer-challenge.ts';
import { shownBy } from '../../../electron/main/tokens/checks/probe-answer.ts';
import type { TokenCheck } from '../../../electron/main/domain/token.ts';
import { showsWorking, type CheckOutcome } from '../../../electron/shared/tokens/check-outcome.ts';
import type { RefusalEvidence } from '../../../electron/shared/words.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createScriptedGateway } from '../../support/scripted-gateway.ts';

const { probed } = createScriptedGateway(createFakeClock());
const WAY = 'identity check at trade.test';
const before = [{ atMs: 1, way: WAY, status: 200 }];
const judge = (
  status: number,
  challenge: string | null,
  {
    baselines = [] as typeof before,
    body = '{}',
    type = 'application/json',
    control = undefined as ControlAnswer | undefined,
  } = {},
) =>
  judgeAnswer(
    shownBy({ ...probed(status, body, challenge), contentType: type }),
    baselines,
    WAY,
    control,
  );

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

  it('without a word is a change where it was taken before', () => {
    expect(judge(401, null).outcome).toBe('unclear');
    expect(judge(401, null, { baselines: before })).toEqual({
      outcome: 'refused',
      evidence: 'changed',
    });
  });

  it('that saw no token is no change: the header may be dropped since', () => {
    expect(judge(401, 'Bearer realm="x"', { baselines: before }).outcome).toBe('unclear');
  });

  it.each([null, 'Bearer realm="x"'])(
    'with %s is judged by a control over the same way',
    (said) => {
      const control = { way: WAY, isTaken: true };
      expect(judge(401, said, { control })).toEqual({ outcome: 'refused', evidence: 'control' });
    },
  );

  it.each([
    ['is not taken', { way: WAY, isTaken: false }],
    ['gets no answer', { way: null, isTaken: false }],
    ['went another way', { way: `${WAY} through proxy.test:8080`, isTaken: true }],
  ])('without a word shows nothing where the control %s, whatever was before', (_name, control) => {
    expect(judge(401, null, { baselines: before, control })).toEqual({
      outcome: 'unclear',
      control: 'other_not_taken',
    });
  });

  it.each([
    ['of a sign-in wall', 'Basic realm="wall"', 'unclear'],
    ['that names the token', 'Bearer error="invalid_token"', 'refused'],
    ['of the scope', 'Bearer error="insufficient_scope"', 'lacks_scope'],
  ])('%s is what it says, whatever a control shows', (_name, said, outcome) => {
    for (const isTaken of [true, false]) {
      expect(judge(401, said, { control: { way: WAY, isTaken } }).outcome).toBe(outcome);
    }
  });

  it.each([
    ['alike', 401, null, 'invalid_refused'],
    ['by taking it', 200, null, 'invalid_taken'],
    ['by name', 401, 'Bearer error="invalid_token"', undefined],
    ['with a page', 401, 'Basic realm="x"', undefined],
  ])('is told beside one of a token that cannot exist, answered %s', (...row) => {
    const [, status, said, result] = row;
    expect(invalidControl(shownBy(probed(status, '{}', said)))).toBe(result);
  });

  it('is no change where the way was another', () => {
    const baselines = [{ atMs: 1, way: `${WAY} through proxy.test:8080`, status: 200 }];
    expect(judge(401, null, { baselines }).outcome).toBe('unclear');
  });

  it('as a web page was written by something else', () => {
    expect(judge(401, null, { baselines: before, type: 'text/html' }).outcome).toBe('unclear');
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

describe('introspection', () => {
  const SERVER = 'introspection at base.test';
  const active = [{ atMs: 1, way: SERVER, status: 200 }];
  const seen = (outcome: CheckOutcome, evidence?: RefusalEvidence): TokenCheck => ({
    atMs: 2,
    outcome,
    status: 401,
    durationMs: 5,
    way: WAY,
    ...(evidence === undefined ? {} : { evidence }),
  });
  const said = (isActive: boolean) => ({ active: isActive, way: SERVER, status: 200 });

  it('that said active before and says not active now is a refusal', () => {
    expect(withIntrospection(seen('unclear'), said(false), active)).toMatchObject({
      outcome: 'refused',
      evidence: 'introspection',
      way: SERVER,
    });
  });

  it('that never said active, or said so over another way, shows nothing', () => {
    const other = [{ atMs: 1, way: `${SERVER} through proxy.test:8080`, status: 200 }];
    for (const baselines of [[], before, other]) {
      expect(withIntrospection(seen('unclear'), said(false), baselines)).toEqual(seen('unclear'));
    }
  });

  it.each(['refused', 'unclear', 'no_answer'] as const)(
    'that says active beats a call whose outcome is %s',
    (outcome) => {
      const check = withIntrospection(seen(outcome, 'changed'), said(true), []);
      expect([check.outcome, check.evidence, check.way]).toEqual(['honoured', undefined, SERVER]);
    },
  );

  it.each(['honoured', 'lacks_scope', 'forbidden'] as const)(
    'never beats a call that is %s',
    (outcome) => {
      expect(withIntrospection(seen(outcome), said(false), active)).toEqual(seen(outcome));
    },
  );
});
