// The app's own side of the bench, a process of its own: a real vault on disk, the real session and its
// stop-run engine, the real gateway client. One run for each order: tokens are sealed first, then comes
// the press, and what is measured is read from the facts the run left in the vault.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../electron/main/domain/clock.ts';
import type { CredentialId, EnvironmentId, TokenId } from '../../electron/main/domain/ids.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import type { Token } from '../../electron/main/domain/token.ts';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import { openHistory } from '../../electron/main/history/history.ts';
import { openSession } from '../../electron/main/session/session-services.ts';
import { createVaultStore } from '../../electron/main/vault/vault-store.ts';
import { NO_CONTENTS, type VaultContents } from '../../electron/main/vault/vault.ts';
import type { OpenVault } from '../../electron/main/vault/unlocked-vault.ts';

export interface RunOrder {
  readonly url: string;
  readonly authorityPem: string;
  readonly tokens: number;
}

export interface RunResult {
  /** From the press to the last answer that accepted a token: the headline of a run. */
  readonly wallMs: number;
  /** From the press to the first byte handed to a connection. */
  readonly firstByteMs: number;
  readonly accepted: number;
}

const CHEAP = { memoryKib: 19_456, iterations: 2, parallelism: 1 };
const OWNER = 'bench-credential' as CredentialId;
const LOOK_MS = 5;
const LONGEST_MS = 60_000;
const gateway = createGateway({ clock: systemClock, systemAuthorities: () => [] });

const textOf = (index: number): string => `bench-${index}-${'t'.repeat(40)}`;
const secretFrom = (text: string): SecretBytes => SecretBytes.take(Buffer.from(text));
const pause = async (ms: number): Promise<void> =>
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

async function run(order: RunOrder): Promise<RunResult> {
  const directory = await mkdtemp(path.join(tmpdir(), 'strongroom-bench-'));
  try {
    return await runIn(directory, order);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function runIn(directory: string, order: RunOrder): Promise<RunResult> {
  const store = createVaultStore({ directory, kdf: CHEAP, nowMs: systemClock.nowMs });
  const passphrase = secretFrom('a passphrase of the bench');
  const created = await store.create(passphrase, NO_CONTENTS);
  if (!created.ok) throw new Error(created.failure.code);
  await fill(created.value, order);
  const history = openHistory({
    vault: created.value,
    clock: systemClock,
    directory,
    changed: () => undefined,
    lockedBy: () => null,
  });
  await history.written();
  created.value.hook({ beforeLock: history.close });
  const services = await openSession({
    vault: created.value,
    gateway,
    clock: systemClock,
    targetOf: (environment) => environment,
    changed: () => undefined,
    recordEvent: history.recordEvent,
    beforeResuming: () => Promise.resolve(),
  });
  const { stops, session } = services;
  // The person reads what will stop, and confirms.
  await pause(1_500);
  const beganMs = performance.now();
  const started = await stops.start({ kind: 'all' });
  if (!started.ok) throw new Error(started.failure.code);
  const acceptedNow = (): readonly Token[] =>
    session.vault.contents().tokens.filter(({ revocation }) => revocation?.acceptedAtMs != null);
  while (acceptedNow().length < order.tokens && performance.now() - beganMs < LONGEST_MS) {
    await pause(LOOK_MS);
  }
  const revocationRun = stops.find(started.value);
  const accepted = acceptedNow();
  const result: RunResult = {
    wallMs:
      Math.max(...accepted.map(({ revocation }) => revocation?.acceptedAtMs ?? Infinity)) -
      (revocationRun?.pressedAtMs ?? 0),
    firstByteMs: (revocationRun?.firstSentAtMs ?? Infinity) - (revocationRun?.pressedAtMs ?? 0),
    accepted: accepted.length,
  };
  await services.close();
  return result;
}

async function fill(vault: OpenVault, { url, authorityPem, tokens }: RunOrder): Promise<void> {
  const secret = secretFrom('a client secret of the bench');
  const texts = Array.from({ length: tokens }, (_, index) => secretFrom(textOf(index)));
  const filled = await vault.change({
    contents: (before) => contentsWith(before, { url, authorityPem, tokens }),
    seal: [
      { name: { id: OWNER, field: 'client_secret' as const }, secret },
      ...texts.map((text, index) => ({
        name: { id: `token-${index}`, field: 'access_token' as const },
        secret: text,
      })),
    ],
  });
  if (!filled.ok) throw new Error(filled.failure.code);
  for (const each of [secret, ...texts]) each.wipe();
}

function contentsWith(
  before: VaultContents,
  { url, authorityPem, tokens }: RunOrder,
): VaultContents {
  const nowMs = systemClock.nowMs();
  const environmentId = 'bench-environment' as EnvironmentId;
  return {
    ...before,
    environments: [
      {
        id: environmentId,
        name: 'Bench',
        kind: 'sandbox',
        baseUrl: url,
        tradeUrl: `${url}/trade`,
        authorityPem,
      },
    ],
    credentials: [
      {
        id: OWNER,
        environmentId,
        accessType: 'trader',
        label: 'Bench',
        clientId: 'bench-client',
        registeredScopes: ['TRADER_READ', 'TRADER_TRADE'],
        permission: null,
        ownerAccount: '',
        tags: [],
        createdAtMs: nowMs,
        secretSetAtMs: nowMs,
        secretFingerprint: 'ffff·ffff',
        refusalsInARow: 0,
        removeWhenDead: false,
        lastFailure: null,
      },
    ],
    tokens: Array.from({ length: tokens }, (_, index) => ({
      id: `token-${index}` as TokenId,
      credentialId: OWNER,
      issue: 'issued' as const,
      quarantine: null,
      fingerprint: 'ffff·ffff',
      requestedScopes: index % 2 === 0 ? (['TRADER_TRADE'] as const) : (['TRADER_READ'] as const),
      grantedScopes: index % 2 === 0 ? ['TRADER_TRADE'] : ['TRADER_READ'],
      sentAtMs: nowMs,
      lifetimeSeconds: 86_400,
      expiresInRaw: '86400',
      anomalies: [],
      supersededAtMs: null,
      refusedAtMs: null,
      lastCheck: null,
      revocation: null,
      partnerPlan: null,
      forgottenAtMs: null,
      forgetWhenDead: false,
    })),
  };
}

process.on('message', (order: RunOrder) => {
  run(order).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
