// Inspecting a foreign token over real TLS: every way a server may answer, told apart in words without a
// false claim, and the token in nothing that leaves main.
import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { setIntrospection } from '../../electron/main/environments/environments.ts';
import type { InspectionAnswerView } from '../../electron/shared/inspection/inspection-view.ts';
import { openDiagnosisDesk, type DeskPlace } from '../support/diagnosis-desk.ts';
import { answer, raw, secretOf } from '../support/gateway-lab.ts';
import { startPractice } from '../support/practice.ts';
import { mintToken, revoke } from '../support/practice-calls.ts';
import type { Responder } from '../support/raw-tls-server.ts';
import { openServerLab } from '../support/server-lab.ts';

const TOKEN = 'canary-token-Zq81mN55xR02';
const SECRET = 'canary-secret-K7w2hT40pL93';
const { server: base, target, another } = await openServerLab();
const trade = await another();
const practice = await startPractice();
afterAll(() => practice.stop());

async function desk(
  where: DeskPlace,
  client = { clientId: 'client-1', secret: SECRET },
  path = '/introspect',
  budgets?: Parameters<typeof openDiagnosisDesk>[2],
) {
  const trader = { ...client, accessType: 'trader', scopes: ['TRADER_READ'] } as const;
  const opened = await openDiagnosisDesk(where, trader, budgets);
  const { session, inspections } = opened.services;
  const environmentId = opened.vault.contents().environments[0]!.id;
  // The practice gateway takes the body alone.
  const authentication = where === practice ? 'client_secret_post' : 'client_secret_basic';
  await setIntrospection(session, environmentId, { path, authentication });
  inspections.begin(secretOf(TOKEN), 'entry');
  inspections.allowed().add(environmentId);
  return { ...opened, environmentId };
}

const never: Responder = () => undefined;

/** What is never answered has a limit of its own: the patience of a lab outlives a test. */
function lab(responder: Responder) {
  const place = { ...target, tradeUrl: trade.url };
  const budgets = responder === never ? { headersMs: 1_500, totalMs: 3_000 } : undefined;
  return desk(place, undefined, undefined, budgets);
}

async function checked(responder: Responder): Promise<InspectionAnswerView> {
  trade.answerWith(responder);
  const { services, environmentId, noted } = await lab(responder);
  const asked = await services.inspections.check(environmentId, 'trader');
  expect(inspect([asked, noted], { depth: 12 })).not.toContain(TOKEN);
  if (!asked.ok) throw new Error(asked.failure.code);
  return asked.value;
}

async function introspected(responder: Responder): Promise<InspectionAnswerView> {
  base.answerWith(responder);
  const { services, credentialId, noted } = await lab(responder);
  const asked = await services.inspections.introspect(credentialId);
  const said = inspect([asked, noted], { depth: 12 });
  for (const canary of [TOKEN, SECRET]) expect(said).not.toContain(canary);
  if (!asked.ok) throw new Error(asked.failure.code);
  return asked.value;
}

const challenge = (value: string): readonly string[] => [
  'Content-Type: application/json',
  `WWW-Authenticate: ${value}`,
];
const page = '<html><body>Who are you? <b>gateway</b></body></html>';

describe('who-am-I about a foreign token', () => {
  it.each<[string, Responder, Partial<InspectionAnswerView>]>([
    ['200', answer(200, '{"user":"u"}'), { outcome: 'honoured', status: 200 }],
    ['401 alone', answer(401, '', []), { outcome: 'unclear', status: 401, challenge: null }],
    [
      '401 with a challenge',
      answer(401, '{}', challenge('Bearer error="invalid_token"')),
      { outcome: 'refused', challenge: 'Bearer error="invalid_token"' },
    ],
    [
      '403 and nothing else',
      answer(403, '', []),
      { outcome: 'unclear', status: 403, bodyBytes: 0 },
    ],
    [
      'a web page',
      answer(404, page, ['Content-Type: text/html']),
      { outcome: 'unclear', plain: 'Who are you? gateway', tree: null },
    ],
    ['503', answer(503, 'busy', []), { outcome: 'unclear', status: 503, plain: 'busy' }],
  ])('answered with %s', async (_, responder, expected) => {
    expect(await checked(responder)).toMatchObject({ failure: null, ...expected });
  });

  it.each<[string, Responder, string, string]>([
    ['nothing, ever', never, 'answer_timeout', 'no_answer'],
    [
      'a broken answer',
      raw('HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{'),
      'incomplete_response',
      'unclear',
    ],
    [
      'a compressed answer',
      answer(200, 'xx', ['Content-Encoding: gzip']),
      'protocol_error',
      'unclear',
    ],
    [
      'a redirect',
      answer(302, '', ['Location: https://elsewhere.invalid/']),
      'redirect_refused',
      'unclear',
    ],
  ])('answered with %s has had an answer, or not', async (_, responder, code, outcome) => {
    expect(await checked(responder)).toMatchObject({ outcome, failure: { code } });
  });

  it('masks what an answer repeats of it, in any place', async () => {
    const said = await checked(
      answer(401, JSON.stringify({ [TOKEN]: `token ${TOKEN} is unknown` }), challenge(TOKEN)),
    );
    expect(JSON.stringify(said)).not.toContain(TOKEN);
  });
});

describe('the introspection of a foreign token', () => {
  it.each<[string, Responder, Partial<InspectionAnswerView>]>([
    [
      'active',
      answer(200, '{"active":true,"scope":"TRADER_READ","exp":1900000000}'),
      {
        outcome: 'active',
        fields: [
          { name: 'scope', text: 'TRADER_READ', atMs: null },
          { name: 'exp', text: '1900000000', atMs: 1_900_000_000_000 },
        ],
      },
    ],
    ['not active', answer(200, '{"active":false}'), { outcome: 'inactive', fields: [] }],
    ['a web page', answer(200, page, ['Content-Type: text/html']), { outcome: 'unclear' }],
    ['401', answer(401, '{"error":"invalid_client"}'), { outcome: 'asker_refused', status: 401 }],
  ])('answered with %s', async (_, responder, expected) => {
    expect(await introspected(responder)).toMatchObject({ failure: null, ...expected });
  });

  it('never answered ends by its budget', async () => {
    expect(await introspected(never)).toMatchObject({
      outcome: 'no_answer',
      failure: { code: 'answer_timeout' },
    });
  });

  it('that repeats token and secret shows neither', async () => {
    const said = { active: true, sub: `${TOKEN} ${SECRET}`, jti: TOKEN, other: SECRET };
    const view = await introspected(answer(200, JSON.stringify(said)));
    for (const canary of [TOKEN, SECRET]) expect(JSON.stringify(view)).not.toContain(canary);
  });
});

describe('against the practice gateway', () => {
  it('tells a revoked token by introspection before the regions refuse it', async () => {
    practice.controls.set({ propagationSeconds: 60 });
    const token = await mintToken(practice, practice.trader);
    const { services, environmentId, credentialId } = await desk(
      practice,
      practice.trader,
      '/auth/oauth2/introspect',
    );
    const { inspections } = services;
    inspections.begin(secretOf(token), 'clipboard');
    inspections.allowed().add(environmentId);
    const outcomes = async (): Promise<readonly unknown[]> => {
      const check = await inspections.check(environmentId, 'trader');
      const told = await inspections.introspect(credentialId);
      return [check, told].map((each) => (each.ok ? each.value.outcome : each.failure.code));
    };
    expect(await outcomes()).toEqual(['honoured', 'active']);
    await revoke(practice, practice.trader, token);
    expect(await outcomes()).toEqual(['honoured', 'inactive']);
    practice.controls.set({ propagationSeconds: 0 });
    expect(await outcomes()).toEqual(['refused', 'inactive']);
  });
});
