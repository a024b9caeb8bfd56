// The app's own side of the bench, a process of its own: a real vault on disk, the real session and its
// stop-run engine, the real gateway client. One run for each order: tokens are sealed first, then comes
// the press, and what is measured is read from the facts the run left in the vault.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../electron/main/domain/clock.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import type { Token } from '../../electron/main/domain/token.ts';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import { openHistory } from '../../electron/main/history/history.ts';
import { quietSession } from '../support/quiet-session.ts';
import { createVaultStore } from '../../electron/main/vault/vault-store.ts';
import { NO_CONTENTS } from '../../electron/main/vault/vault.ts';
import { fillVault } from '../support/revoke-all-vault.ts';

export interface RunOrder {
  readonly url: string;
  readonly authorityPem: string;
  readonly tokens: number;
}

export interface RunResult {
  /** From the press to the last answer that accepted a token: the headline of a run. */
  readonly wallMs: number;
}

const CHEAP = { memoryKib: 19_456, iterations: 2, parallelism: 1 };
const LOOK_MS = 5;
const LONGEST_MS = 60_000;
const gateway = createGateway({ clock: systemClock, systemAuthorities: () => [] });

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
  const passphrase = SecretBytes.take(Buffer.from('a passphrase of the bench'));
  const created = await store.create(passphrase, NO_CONTENTS);
  if (!created.ok) throw new Error(created.failure.code);
  const target = {
    baseUrl: order.url,
    tradeUrl: `${order.url}/trade`,
    authorityPem: order.authorityPem,
  };
  const tokens = Array.from({ length: order.tokens }, (_, index) => ({
    text: `bench-${index}-${'t'.repeat(40)}`,
    trades: index % 2 === 0,
  }));
  await fillVault(created.value, target, tokens);
  const history = openHistory({
    vault: created.value,
    clock: systemClock,
    directory,
    changed: () => undefined,
    lockedBy: () => null,
  });
  await history.written();
  created.value.hook({ beforeLock: history.close });
  const services = await quietSession({
    vault: created.value,
    gateway,
    clock: systemClock,
    recordEvent: history.recordEvent,
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
  };
  await services.close();
  return result;
}

process.on('message', (order: RunOrder) => {
  run(order).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
