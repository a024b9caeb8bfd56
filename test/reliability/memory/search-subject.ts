// The process whose memory is searched while an import is being decided on and a pasted text is being
// searched: the real vault and session in plain Node. It computes its secrets itself (seeded-secret.ts), so
// that no message carries one. Started by memory-after-search.test.ts alone.
import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../../../electron/main/domain/clock.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import {
  openSession,
  type SessionServices,
} from '../../../electron/main/session/session-services.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createScriptedGateway } from '../../support/scripted-gateway.ts';
import { seededSecret } from '../../support/seeded-secret.ts';
import { createVaultStore } from '../../../electron/main/vault/store/vault-store.ts';
import { contents } from '../../unit/vault/store/vault-samples.ts';
import { importFile, MANY, named, pastedText, type SearchStep } from './search-steps.ts';

const CHEAP = { memoryKib: 19_456, iterations: 2, parallelism: 1 };
const PASTED_BYTES = 64 * 1024 ** 2;
const kept: unknown[] = [];
let seed = '';
let services: SessionServices | null = null;
let search: ReturnType<SessionServices['secretScan']['search']> | null = null;

async function open(directory: string): Promise<string> {
  const store = createVaultStore({ directory, kdf: CHEAP, nowMs: systemClock.nowMs });
  const many = { ...contents(MANY), tokens: [] };
  const passphrase = SecretBytes.take(seededSecret(seed, 'passphrase'));
  const created = await store.create(passphrase, many);
  passphrase.wipe();
  if (!created.ok) return created.failure.code;
  const seal = many.credentials.map(({ id }, at) => ({
    name: { id, field: 'client_secret' } as const,
    secret: SecretBytes.take(seededSecret(seed, named('vault', at))),
  }));
  const saved = await created.value.change({ contents: (before) => before, seal });
  for (const { secret } of seal) secret.wipe();
  services = await openSession({
    vault: created.value,
    gateway: createScriptedGateway(createFakeClock()),
    clock: systemClock,
    targetOf: (environment) => environment,
    changed: () => undefined,
    recordEvent: () => undefined,
    beforeResuming: () => Promise.resolve(),
  });
  return saved.ok ? 'done' : saved.failure.code;
}

async function run(step: SearchStep): Promise<string> {
  switch (step.step) {
    case 'open':
      ({ seed } = step);
      return await open(step.directory);
    case 'import': {
      const origin = { source: 'clipboard', fileName: '', path: null } as const;
      const draft = await services?.imports.begin(importFile(seed), origin);
      return draft?.ok === true ? `${draft.value.rows.length} rows` : 'not read';
    }
    case 'search': {
      const text = SecretBytes.take(pastedText(seed, PASTED_BYTES));
      search = services?.secretScan.search({ source: 'clipboard', text }) ?? null;
      while ((services?.secretScan.progress()?.bytes ?? 0) === 0) await setImmediate();
      return 'under way';
    }
    case 'lock': {
      await services?.close();
      services = null;
      const found = await search;
      return found?.ok === true ? found.value.end : 'failed';
    }
    case 'leak':
      // What the app must never do, for the positive control.
      kept.push(seededSecret(seed, step.name).toString('latin1'));
      return 'done';
  }
}

process.on('message', (step: SearchStep) => {
  run(step).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.(`failed: ${String(error)}`),
  );
});
process.on('disconnect', () => process.exit());
