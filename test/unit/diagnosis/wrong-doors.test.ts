// Which wrong door an answer looks like: every answer that has other causes names them in its words.
import { describe, expect, it } from 'vitest';
import { doorsOfCheck, doorsOfToken } from '../../../electron/main/diagnosis/wrong-doors.ts';
import type { SeenHead } from '../../../electron/main/gateway/call-target.ts';
import { doorWords } from '../../../electron/shared/diagnosis/diagnosis-words.ts';
import type { FailureCode } from '../../../electron/shared/failures/failure.ts';

const json: SeenHead = { contentType: 'json', challenge: 'none', bodyBytes: 2 };
const token = (code: FailureCode, status: number, head: SeenHead = json, partner = false) =>
  doorsOfToken(partner ? 'partner' : 'trader', { code, facts: { status } }, head);

describe('a token request that brought none', () => {
  it.each<[FailureCode, number, string[]]>([
    ['endpoint_mismatch', 404, ['trading_host']],
    ['endpoint_mismatch', 405, ['trading_host']],
    ['endpoint_mismatch', 415, ['expects_json']],
    ['invalid_scope', 400, ['scope_not_registered']],
    ['invalid_client', 401, ['other_access_type']],
    ['unauthorized_client', 400, ['other_access_type']],
    ['http_error', 403, ['other_access_type']],
    ['redirect_refused', 302, ['page_in_between']],
    ['server_error', 503, []],
    ['rate_limited', 429, []],
    ['answer_timeout', 0, []],
  ])('by %s with status %i looks like %j', (code, status, doors) => {
    expect(token(code, status)).toEqual(doors);
  });

  it('by invalid_request looks like one that takes another form', () => {
    const facts = { status: 400, oauthError: 'invalid_request' };
    expect(doorsOfToken('trader', { code: 'oauth_error', facts }, json)).toEqual(['expects_json']);
  });

  it('with a challenge for HTTP Basic looks like that, beside what else is answered so', () => {
    expect(token('invalid_client', 401, { ...json, challenge: 'basic' })).toEqual([
      'expects_basic',
      'other_access_type',
    ]);
  });

  it('with a page accuses neither credential nor access type', () => {
    expect(token('http_error', 403, { ...json, contentType: 'html' })).toEqual(['page_in_between']);
  });

  it('with an empty answer labelled as a page blames no page in between', () => {
    const empty = { ...json, contentType: 'html', bodyBytes: 0 } as const;
    expect(token('http_error', 403, empty)).toEqual(['other_access_type']);
    expect(doorsOfCheck('trader', 403, empty)).toEqual([]);
  });

  it('of a Partner looks like an endpoint that takes a form', () => {
    expect(token('endpoint_mismatch', 415, json, true)).toEqual(['expects_form']);
  });
});

describe('who-am-I', () => {
  it('that is not there looks like the main host', () => {
    expect(doorsOfCheck('trader', 404, json)).toEqual(['main_host']);
  });

  it.each([401, 403, 200, null])('with status %s looks like nothing', (status) => {
    expect(doorsOfCheck('trader', status, json)).toEqual([]);
  });
});

describe('the words for a door', () => {
  it.each(Object.entries(doorWords))('%s claim no more than an appearance', (_, words) => {
    expect(words).toMatch(/looks like|may also be/);
  });
});
