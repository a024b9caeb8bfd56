// The process whose memory is searched: the real vault, ledger and gateway client in plain Node, told step by step
// what to do. It computes its secrets itself (seeded-secret.ts), so that no message ever carries one. Started by
// memory-after-lock.test.ts alone.
import { systemClock } from '../../../electron/main/domain/clock.ts';
import type { Result } from '../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { createGateway } from '../../../electron/main/gateway/gateway-client.ts';
import { openHistory } from '../../../electron/main/history/history.ts';
import type { SessionServices } from '../../../electron/main/session/session-services.ts';
import { quietSession } from '../../support/quiet-session.ts';
import { addCredential } from '../../../electron/main/credentials/credentials.ts';
import { addEnvironment } from '../../../electron/main/environments/environments.ts';
import { createVaultStore } from '../../../electron/main/vault/vault-store.ts';
import { NO_CONTENTS } from '../../../electron/main/vault/vault.ts';
import type { UnlockedVault } from '../../../electron/main/vault/unlocked-vault.ts';
import { seededSecret } from '../../support/seeded-secret.ts';

interface SubjectFacts {
  readonly directory: string;
  readonly seed: string;
  readonly baseUrl: string;
  readonly tradeUrl: string;
  readonly authorityPem: string;
  readonly clientIds: readonly string[];
}

export type MemoryStep =
  | { readonly step: 'create'; readonly facts: SubjectFacts }
  | { readonly step: 'mint'; readonly count: number }
  | { readonly step: 'leak'; readonly asString: string; readonly asBytes: string }
  | { readonly step: 'unlock' | 'lock' };

const CHEAP = { memoryKib: 19_456, iterations: 2, parallelism: 1 };
let facts: SubjectFacts | null = null;
let services: SessionServices | null = null;
const left: unknown[] = [];

const known = (): SubjectFacts => held(facts);
const secretNamed = (name: string): SecretBytes =>
  SecretBytes.take(seededSecret(known().seed, name));
const store = () =>
  createVaultStore({ directory: known().directory, kdf: CHEAP, nowMs: systemClock.nowMs });

async function enter(vault: UnlockedVault): Promise<void> {
  const history = openHistory({
    vault,
    clock: systemClock,
    directory: known().directory,
    changed: () => undefined,
    lockedBy: () => null,
  });
  vault.hook({ beforeLock: history.close });
  services = await quietSession({
    vault,
    gateway: createGateway({ clock: systemClock }),
    clock: systemClock,
    recordEvent: history.recordEvent,
  });
}

async function create(): Promise<void> {
  const passphrase = secretNamed('passphrase');
  await enter(valueOf(await store().create(passphrase, NO_CONTENTS)));
  passphrase.wipe();
  const { session } = held(services);
  const { baseUrl, tradeUrl, authorityPem, clientIds } = known();
  const environment = { name: 'Lab', kind: 'sandbox', baseUrl, tradeUrl, authorityPem } as const;
  const environmentId = valueOf(await addEnvironment(session, environment));
  for (const clientId of clientIds) {
    const credential = {
      label: clientId,
      clientId,
      accessType: 'trader',
      environmentId,
      registeredScopes: ['TRADER_READ', 'TRADER_TRADE'],
      permission: null,
      ownerAccount: '',
      tags: [],
    } as const;
    valueOf(await addCredential(session, credential, secretNamed(clientId)));
  }
}

async function unlock(): Promise<void> {
  const passphrase = secretNamed('passphrase');
  await enter(valueOf(await store().open(passphrase)));
  passphrase.wipe();
}

async function mint(count: number): Promise<void> {
  const { requests, session } = held(services);
  for (const { id } of session.vault.contents().credentials.slice(0, count)) {
    valueOf(await requests.request(id, ['TRADER_TRADE']));
  }
}

async function carryOut(step: MemoryStep): Promise<void> {
  switch (step.step) {
    case 'create':
      facts = step.facts;
      return await create();
    case 'unlock':
      return await unlock();
    case 'mint':
      return await mint(step.count);
    case 'lock':
      await held(services).close();
      services = null;
      return;
    case 'leak':
      // What the app must never do, for the positive control: a secret kept as a string and as bytes.
      left.push(seededSecret(known().seed, step.asString).toString('latin1'));
      left.push(seededSecret(known().seed, step.asBytes));
      return;
  }
}

function held<T>(thing: T | null): T {
  if (thing === null) throw new Error('not at this step yet');
  return thing;
}

function valueOf<T>(result: Result<T, { readonly code: string }>): T {
  if (!result.ok) throw new Error(result.failure.code);
  return result.value;
}

process.on('message', (step: MemoryStep) => {
  carryOut(step).then(
    () => process.send?.('done'),
    (error: unknown) => process.send?.(`failed: ${String(error)}`),
  );
});
process.on('disconnect', () => process.exit());
