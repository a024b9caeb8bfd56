// The main job without windows: real vault file, real HTTPS, the practice gateway; a canary as secret,
// token and passphrase, and afterwards every file and every view searched for it.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../electron/main/domain/clock.ts';
import type { CredentialId, TokenId } from '../../electron/main/domain/ids.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import { toShownView } from '../../electron/main/app/shown-view.ts';
import type { ShownView } from '../../electron/shared/views.ts';
import { diffView, NOTHING_SENT } from '../../electron/main/app/view-diff.ts';
import { openSession, type SessionServices } from '../../electron/main/session/session-services.ts';
import { addCredential } from '../../electron/main/credentials/credentials.ts';
import { addEnvironment } from '../../electron/main/environments/environments.ts';
import { createVaultStore } from '../../electron/main/vault/vault-store.ts';
import { NO_CONTENTS } from '../../electron/main/vault/vault.ts';
import type { OpenVault } from '../../electron/main/vault/unlocked-vault.ts';
import type { TokenView } from '../../electron/shared/credentials/credential-view.ts';
import { patternsOf } from '../support/leakscan/patterns.ts';
import { findInText, searchFolder } from '../support/leakscan/search.ts';
import { startPractice, type PracticeForTests } from '../support/practice.ts';
import { eventually } from '../support/eventually.ts';
import { viewSources } from '../support/view-sources.ts';

const CHEAP = { memoryKib: 19_456, iterations: 2, parallelism: 1 };

interface Desk {
  readonly services: SessionServices;
  readonly view: () => ShownView;
  readonly tokens: () => readonly TokenView[];
}

let directory = '';
let practice: PracticeForTests;
let passphrase = '';
let open: Desk | null = null;
const seen: string[] = [];

const store = () => createVaultStore({ directory, kdf: CHEAP, nowMs: systemClock.nowMs });
const secret = (text: string): SecretBytes => SecretBytes.take(Buffer.from(text));

async function deskOver(vault: OpenVault): Promise<Desk> {
  const services = await openSession({
    vault,
    gateway: createGateway({ clock: systemClock }),
    clock: systemClock,
    targetOf: (environment) => environment,
    changed: () => undefined,
    recordEvent: () => undefined,
    beforeResuming: () => Promise.resolve(),
  });
  const view = (): ShownView => {
    const shown = toShownView(viewSources(services, Date.now()));
    const { text } = diffView(NOTHING_SENT, shown);
    seen.push(text ?? '');
    return shown;
  };
  open = { services, view, tokens: () => view().credentials.flatMap(({ tokens }) => tokens) };
  return open;
}

async function createDesk(): Promise<Desk> {
  const created = await store().create(secret(passphrase), NO_CONTENTS);
  if (!created.ok) throw new Error(created.failure.code);
  return await deskOver(created.value);
}

async function reopen(): Promise<Desk> {
  const opened = await store().open(secret(passphrase));
  if (!opened.ok) throw new Error(opened.failure.code);
  return await deskOver(opened.value);
}

async function addClient(desk: Desk, kind: 'trader' | 'reader' | 'partner'): Promise<CredentialId> {
  const { session } = desk.services;
  const environments = session.vault.contents().environments;
  const { baseUrl, tradeUrl, authorityPem } = practice;
  const environment =
    environments[0]?.id ??
    (await addEnvironment(session, {
      name: 'Lab',
      kind: 'sandbox',
      baseUrl,
      tradeUrl,
      authorityPem,
    }));
  const environmentId = typeof environment === 'string' ? environment : valueOf(environment);
  const client = practice[kind];
  const added = await addCredential(
    session,
    {
      label: kind,
      clientId: client.clientId,
      accessType: client.accessType,
      environmentId,
      registeredScopes: client.scopes,
      permission: client.accessType === 'partner' ? 'read' : null,
      ownerAccount: '',
      tags: [],
    },
    secret(client.secret),
  );
  return valueOf(added);
}

function valueOf<T>(result: { ok: true; value: T } | { ok: false; failure: { code: string } }): T {
  if (!result.ok) throw new Error(result.failure.code);
  return result.value;
}

/** The text of a token, as only main may see it. */
function textOf(desk: Desk, id: TokenId): string {
  const text = desk.services.session.texts.openText(id);
  return valueOf(text).use((bytes) => bytes.toString());
}

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'strongroom-main-'));
  practice = await startPractice();
  passphrase = `pass ${randomBytes(18).toString('base64url')}`;
  seen.length = 0;
});

afterEach(async () => {
  await open?.services.close();
  open = null;
  await practice.stop();
  await rm(directory, { recursive: true });
});

describe('the main job over real HTTPS', () => {
  it('gets, checks, renews and revokes a Trader token and sees it refused', async () => {
    const desk = await createDesk();
    const id = await addClient(desk, 'trader');
    const first = valueOf(await desk.services.requests.request(id, ['TRADER_TRADE']));
    expect(desk.tokens()[0]).toMatchObject({ state: 'active', grantedScopes: ['TRADER_TRADE'] });
    const report = valueOf(await desk.services.checks.check(first));
    expect(report).toMatchObject({ outcome: 'honoured', status: 200, call: 'identity check' });
    valueOf(await desk.services.requests.renew(first));
    expect(desk.tokens().map(({ state }) => state)).toEqual(['active', 'superseded']);
    valueOf(await desk.services.revocations.revoke(first));
    await eventually(() => expect(desk.tokens().map(({ state }) => state)).toContain('confirming'));
    expect(practice.controls.liveTokens(practice.trader.clientId)).toBe(1);
  });

  it('turns a token at once when the server refuses it', async () => {
    const desk = await createDesk();
    const id = await addClient(desk, 'partner');
    const token = valueOf(await desk.services.requests.request(id, []));
    practice.controls.deleteClient(practice.partner.clientId);
    valueOf(await desk.services.checks.check(token));
    expect(desk.tokens()[0]).toMatchObject({ state: 'refused', live: true });
  });

  it('keeps live tokens revocable over a restart', async () => {
    const desk = await createDesk();
    const id = await addClient(desk, 'trader');
    const token = valueOf(await desk.services.requests.request(id, ['TRADER_TRADE']));
    const text = textOf(desk, token);
    await desk.services.close();
    const again = await reopen();
    expect(again.tokens()[0]).toMatchObject({ state: 'active', can: { revoke: true } });
    expect(textOf(again, token)).toBe(text);
    valueOf(await again.services.revocations.revoke(token));
    await eventually(() => expect(again.tokens()[0]?.state).toBe('confirming'));
  });

  it('leaves no secret, token or passphrase in a view or in any file', async () => {
    const desk = await createDesk();
    const id = await addClient(desk, 'trader');
    const token = valueOf(await desk.services.requests.request(id, ['TRADER_READ']));
    await desk.services.checks.check(token);
    desk.tokens();
    const canaries = [practice.trader.secret, textOf(desk, token), passphrase];
    await desk.services.close();
    const patterns = canaries.flatMap((canary, index) => patternsOf(`canary ${index}`, canary));
    expect(findInText('views', seen.join('\n'), patterns)).toEqual([]);
    const { findings, files } = await searchFolder(directory, patterns);
    expect([findings, files > 0]).toEqual([[], true]);
  });

  it('does not open with another passphrase', async () => {
    const desk = await createDesk();
    await desk.services.close();
    const opened = await store().open(secret('another passphrase altogether'));
    expect(opened).toEqual({ ok: false, failure: { code: 'wrong_passphrase' } });
  });
});
