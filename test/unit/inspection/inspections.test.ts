// A token from somewhere else in memory: whose it is, where it may go, and that nothing of it stays.
import { gone } from '../../../electron/shared/failures/failure.ts';
import { describe, expect, it } from 'vitest';
import type { EnvironmentId } from '../../../electron/main/domain/ids.ts';
import { ok, type Result } from '../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import type { GatewayFailure, ProbeAnswer } from '../../../electron/main/gateway/gateway.ts';
import { changeRows } from '../../support/many-tokens.ts';
import { createTestSession, TRADER, type TestSession } from '../../support/test-session.ts';

const ENVIRONMENT = 'env-1' as EnvironmentId;
const FOREIGN = 'foreign-token-0123456789';
const secretOf = (text: string): SecretBytes => SecretBytes.take(Buffer.from(text));

async function inspecting(text = FOREIGN): Promise<TestSession & { readonly held: SecretBytes }> {
  const test = await createTestSession();
  const held = secretOf(text);
  test.inspections.begin(held, 'entry');
  test.inspections.allowed().add(ENVIRONMENT);
  return { ...test, held };
}

async function configured(test: TestSession): Promise<void> {
  const introspection = { path: '/introspect', authentication: 'client_secret_post' } as const;
  await changeRows(test, 'environments', { introspection });
}

describe('a foreign token', () => {
  it('is told by fingerprint and length', async () => {
    const { inspections, vault } = await createTestSession();
    const view = inspections.begin(secretOf(FOREIGN), 'clipboard');
    expect(view).toEqual({
      source: 'clipboard',
      fingerprint: vault.fingerprint(secretOf(FOREIGN)),
      bytes: FOREIGN.length,
      findings: [],
      sendable: true,
      tidiable: false,
      ours: null,
    });
  });

  it('loses what surrounds it when that is asked', async () => {
    const { inspections } = await inspecting(`Authorization: Bearer ${FOREIGN}`);
    expect(inspections.tidy()).toMatchObject({
      ok: true,
      value: { bytes: FOREIGN.length, findings: [], sendable: true, tidiable: false },
    });
  });

  it('with a space is never sent', async () => {
    const { inspections, gateway } = await inspecting(`Bearer ${FOREIGN}`);
    expect(await inspections.check(ENVIRONMENT, 'trader')).toMatchObject({
      failure: { code: 'invalid_input', facts: { about: 'token' } },
    });
    expect(gateway.calls).toEqual([]);
  });

  it('goes nowhere the person did not name', async () => {
    const test = await createTestSession();
    test.inspections.begin(secretOf(FOREIGN), 'entry');
    expect(await test.inspections.check(ENVIRONMENT, 'trader')).toMatchObject({
      failure: { code: 'not_allowed' },
    });
    expect(test.gateway.calls).toEqual([]);
  });

  it.each([
    ['trader', 'identity check'],
    ['partner', 'positions'],
  ] as const)('is asked about as %s by %s', async (accessType, question) => {
    const { inspections, gateway } = await inspecting();
    expect(await inspections.check(ENVIRONMENT, accessType)).toMatchObject({
      ok: true,
      value: { question, environment: 'Test', outcome: 'honoured', status: 200 },
    });
    expect(gateway.calls).toEqual([`probe ${accessType} ${FOREIGN}`]);
  });

  it('is introspected as the chosen client, where that is configured', async () => {
    const test = await inspecting();
    await configured(test);
    test.gateway.onProbe(() => ok(test.gateway.probed(200, '{"active":false}')));
    expect(await test.inspections.introspect(TRADER)).toMatchObject({
      ok: true,
      value: { question: 'introspection', outcome: 'inactive' },
    });
    expect(test.gateway.calls).toEqual([`introspect as client-trader-1 ${FOREIGN}`]);
  });

  it('case 108: of ours that the server says is another client’s is never called active', async () => {
    const test = await createTestSession();
    await configured(test);
    await test.requests.request(TRADER, ['TRADER_READ']);
    const text = test.session.texts.openText(test.token().id);
    if (!text.ok) throw new Error(text.failure.code);
    test.inspections.begin(text.value, 'entry');
    test.inspections.allowed().add(ENVIRONMENT);
    const saying = (clientId: string) => {
      const body = JSON.stringify({ active: true, client_id: clientId });
      test.gateway.onProbe(() => ok(test.gateway.probed(200, body)));
      return test.inspections.introspect(TRADER);
    };
    expect(await saying('somebody-else')).toMatchObject({ value: { outcome: 'unclear' } });
    expect(await saying(test.credential().clientId)).toMatchObject({
      value: { outcome: 'active' },
    });
  });

  it('is not introspected where nothing is configured', async () => {
    const { inspections } = await inspecting();
    expect(await inspections.introspect(TRADER)).toMatchObject({
      failure: { code: 'introspection_missing' },
    });
  });

  it('is in the history by fingerprint and outcome alone', async () => {
    const { inspections, noted, vault } = await inspecting();
    await inspections.check(ENVIRONMENT, 'trader');
    expect(noted).toMatchObject([
      { what: 'token_inspected', label: 'Test', word: 'honoured', status: 200 },
    ]);
    expect(noted[0]?.fingerprint).toBe(vault.fingerprint(secretOf(FOREIGN)));
    expect(JSON.stringify(noted)).not.toContain(FOREIGN);
  });

  it('changes nothing in the vault', async () => {
    const { inspections, vault } = await inspecting();
    const before = vault.contents();
    await inspections.check(ENVIRONMENT, 'trader');
    expect(vault.contents()).toBe(before);
  });

  it('is masked where an answer repeats it', async () => {
    const { inspections, gateway } = await inspecting();
    gateway.onProbe(() => ok(gateway.probed(200, JSON.stringify({ said: FOREIGN }))));
    const answer = await inspections.check(ENVIRONMENT, 'trader');
    expect(JSON.stringify(answer)).not.toContain(FOREIGN);
  });
});

describe('something of our own', () => {
  it('is known as a token of its credential', async () => {
    const test = await createTestSession();
    await test.requests.request(TRADER, ['TRADER_READ']);
    const view = test.inspections.begin(secretOf('token-text-1'), 'entry');
    expect(view.ours).toEqual({
      what: 'token',
      credentialId: TRADER,
      label: TRADER,
      proof: 'text',
    });
  });

  it('is known in quotes as well', async () => {
    const test = await createTestSession();
    await test.requests.request(TRADER, ['TRADER_READ']);
    expect(test.inspections.begin(secretOf('"token-text-1"'), 'entry').ours?.what).toBe('token');
  });

  it('is never sent when it is a client secret, in quotes or not', async () => {
    const test = await createTestSession();
    const secret = 'secret-of-trader-1';
    const secretFingerprint = test.vault.fingerprint(secretOf(secret));
    await changeRows(test, 'credentials', { secretFingerprint }, TRADER);
    for (const text of [secret, `"${secret}"`]) {
      const { sendable, ours } = test.inspections.begin(secretOf(text), 'entry');
      expect([sendable, ours?.what]).toEqual([false, 'client_secret']);
    }
  });
});

describe('the end of an inspection', () => {
  it('wipes the token', async () => {
    const { inspections, held } = await inspecting();
    inspections.end();
    expect(held.wiped).toBe(true);
    expect(await inspections.check(ENVIRONMENT, 'trader')).toMatchObject({
      failure: gone('inspected token'),
    });
  });

  it('comes with the next token', async () => {
    const { inspections, held } = await inspecting();
    inspections.begin(secretOf('another-token-0123'), 'entry');
    expect(held.wiped).toBe(true);
  });

  it('comes with the lock, which waits until no copy is left', async () => {
    const { inspections, gateway, held, close, clock } = await inspecting();
    const asked: SecretBytes[] = [];
    const { promise, resolve } = Promise.withResolvers<Result<ProbeAnswer, GatewayFailure>>();
    const probe = gateway.probeToken;
    Object.assign(gateway, {
      probeToken: (...given: Parameters<typeof probe>) => {
        asked.push(given[2]);
        given[3]?.signal?.addEventListener('abort', () => {
          resolve({ ok: false, failure: gateway.failure({ code: 'cancelled' }) });
        });
        return promise;
      },
    });
    const answer = inspections.check(ENVIRONMENT, 'trader');
    const closed = close();
    await clock.advance(10_000);
    await closed;
    expect([held.wiped, ...asked.map(({ wiped }) => wiped)]).toEqual([true, true]);
    expect(await answer).toMatchObject({ value: { outcome: 'no_answer' } });
  });

  it('of a question leaves the token', async () => {
    const { inspections, gateway, held } = await inspecting();
    Object.assign(gateway, {
      probeToken: (...[, , , options]: Parameters<typeof gateway.probeToken>) =>
        new Promise((resolve) => {
          options?.signal?.addEventListener('abort', () =>
            resolve({ ok: false, failure: gateway.failure({ code: 'cancelled' }) }),
          );
        }),
    });
    const answer = inspections.check(ENVIRONMENT, 'trader');
    inspections.cancel();
    expect(await answer).toMatchObject({
      value: { outcome: 'no_answer', failure: { code: 'cancelled' } },
    });
    expect(held.wiped).toBe(false);
  });

  it('is no answer about the next token', async () => {
    const { inspections } = await inspecting();
    const answer = inspections.check(ENVIRONMENT, 'trader');
    inspections.begin(secretOf('another-token-0123456789'), 'entry');
    expect(await answer).toMatchObject({ failure: { code: 'cancelled_by_person' } });
  });

  it('lets no second question begin beside the first', async () => {
    const { inspections } = await inspecting();
    const first = inspections.check(ENVIRONMENT, 'trader');
    expect(await inspections.check(ENVIRONMENT, 'partner')).toMatchObject({
      failure: { code: 'in_use', facts: { about: 'call' } },
    });
    await first;
  });
});
