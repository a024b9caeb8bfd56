// The process whose memory is searched: the real vault, ledger and gateway client in plain Node, told
// step by step what to do. It computes its secrets itself (seeded-secret.ts), so that no message ever
// carries one, and lets go of them as the app does. Started by memory-after-lock.test.ts alone.
import { systemClock } from '../../../electron/main/domain/clock.ts';
import type { CredentialId } from '../../../electron/main/domain/ids.ts';
import type { Result } from '../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { createGateway } from '../../../electron/main/gateway/gateway-client.ts';
import type { History } from '../../../electron/main/history/history-port.ts';
import { openHistory } from '../../../electron/main/history/history.ts';
import {
  openSession,
  type SessionServices,
} from '../../../electron/main/session/session-services.ts';
import { addCredential } from '../../../electron/main/credentials/credentials.ts';
import { addEnvironment } from '../../../electron/main/environments/environments.ts';
import { createVaultStore } from '../../../electron/main/vault/store/vault-store.ts';
import type { UnlockedVault } from '../../../electron/main/vault/store/vault-access.ts';
import { NO_CONTENTS } from '../../../electron/main/vault/store/vault.ts';
import { masked, seededSecret } from '../../support/seeded-secret.ts';
import type { MemoryStep, SubjectFacts } from './memory-steps.ts';

const CHEAP = { memoryKib: 19_456, iterations: 2, parallelism: 1 };
let facts: SubjectFacts | null = null;
let services: SessionServices | null = null;
let history: History | null = null;
let vault: UnlockedVault | null = null;
/** Kept as the test learns it: this process must not hold the key itself. */
let hiddenKey = Buffer.alloc(0);
const kept: unknown[] = [];
const known = (): SubjectFacts => held(facts);
const secretNamed = (name: string): SecretBytes =>
  SecretBytes.take(seededSecret(known().seed, name));
const store = () =>
  createVaultStore({ directory: known().directory, kdf: CHEAP, nowMs: systemClock.nowMs });

async function enter(entered: UnlockedVault): Promise<void> {
  vault = entered;
  history = openHistory({
    vault: entered,
    clock: systemClock,
    directory: known().directory,
    changed: () => undefined,
    lockedBy: () => null,
  });
  services = await openSession({
    vault: history.anchoredVault,
    gateway: createGateway({ clock: systemClock }),
    clock: systemClock,
    targetOf: (environment) => environment,
    changed: () => undefined,
    recordEvent: history.recordEvent,
    beforeResuming: () => Promise.resolve(),
  });
}

async function create(): Promise<void> {
  const passphrase = secretNamed('passphrase');
  const created = await store().create(passphrase, NO_CONTENTS);
  passphrase.wipe();
  await enter(valueOf(created));
  const { session } = held(services);
  const { baseUrl, tradeUrl, authorityPem, clients } = known();
  const environmentId = valueOf(
    await addEnvironment(session, {
      name: 'Lab',
      kind: 'sandbox',
      baseUrl,
      tradeUrl,
      authorityPem,
    }),
  );
  for (const { clientId, accessType } of clients) {
    valueOf(
      await addCredential(
        session,
        {
          label: clientId,
          clientId,
          accessType,
          environmentId,
          registeredScopes: accessType === 'trader' ? ['TRADER_READ', 'TRADER_TRADE'] : [],
          permission: accessType === 'partner' ? 'read' : null,
          ownerAccount: '',
          tags: [],
        },
        secretNamed(clientId),
      ),
    );
  }
}

async function unlock(): Promise<void> {
  const passphrase = secretNamed('passphrase');
  const opened = await store().open(passphrase);
  passphrase.wipe();
  await enter(valueOf(opened));
}

async function makeRecoveryKey(): Promise<string> {
  const key = valueOf(await held(vault).createRecoveryKey());
  hiddenKey = key.use((text) => masked(known().seed, text));
  key.wipe();
  return `masked:${hiddenKey.toString('hex')}`;
}

async function recover(): Promise<void> {
  const key = SecretBytes.take(masked(known().seed, hiddenKey));
  const opened = await store().openWithRecoveryKey(key);
  key.wipe();
  await enter(valueOf(opened));
}

const credentials = () => held(services).session.vault.contents().credentials;

async function mint(from: number, to: number): Promise<void> {
  const { requests } = held(services);
  const mintOne = async (id: CredentialId, isTrader: boolean): Promise<void> => {
    valueOf(await requests.request(id, isTrader ? ['TRADER_TRADE'] : []));
  };
  await Promise.all(
    credentials()
      .slice(from, to)
      .map(({ id, accessType }) => mintOne(id, accessType === 'trader')),
  );
}

async function checkAll(): Promise<void> {
  const { session, checks } = held(services);
  for (const { id } of session.vault.contents().tokens) {
    const checked = await checks.check(id);
    // A proof that goes on after unlock may ask with the same token at this moment.
    if (checked.ok || checked.failure.code !== 'already_running') valueOf(checked);
  }
  const { page, signer, verify } = held(history);
  valueOf(await page({ before: null, limit: 100, search: '', credentialId: null }));
  valueOf(await verify());
  valueOf(await signer.sign(Buffer.from('what is exported')));
}

/** Every third Trader token; then waits until the proofs have ended too. */
async function revokeSome(): Promise<void> {
  const { session, revocations } = held(services);
  const { tokens } = session.vault.contents();
  for (const [index, { id, credentialId }] of tokens.entries()) {
    const owner = credentials().find((each) => each.id === credentialId);
    if (index % 3 === 0 && owner?.accessType === 'trader') valueOf(await revocations.revoke(id));
  }
}

async function lock(): Promise<void> {
  const open = held(services);
  services = null;
  vault = null;
  await open.close();
}

async function carryOut(step: MemoryStep): Promise<string | undefined> {
  switch (step.step) {
    case 'create':
      facts = step.facts;
      await create();
      return undefined;
    case 'make recovery key':
      return await makeRecoveryKey();
    case 'unlock':
      await unlock();
      return undefined;
    case 'recover':
      await recover();
      return undefined;
    case 'mint':
      await mint(step.from, step.to);
      return undefined;
    case 'check':
      await checkAll();
      return undefined;
    case 'revoke':
      await revokeSome();
      return undefined;
    case 'lock':
      await lock();
      return undefined;
    case 'leak':
      // What the app must never do, for the positive control: a secret kept as a string and as bytes.
      kept.push(seededSecret(known().seed, step.name).toString('latin1'));
      kept.push(seededSecret(known().seed, `${step.name}, as bytes`));
      return undefined;
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
    (answer) => process.send?.(answer ?? 'done'),
    (error: unknown) => process.send?.(`failed: ${String(error)}`),
  );
});
process.on('disconnect', () => process.exit());
