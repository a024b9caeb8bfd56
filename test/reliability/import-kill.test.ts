// Nothing half-imported: every file operation of the one save fails in turn, and the program ends at each
// of them. What opens afterwards has all of the import or nothing of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EnvironmentId } from '../../electron/main/domain/ids.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { openSession, type SessionServices } from '../../electron/main/session/session-services.ts';
import type { FileSystem } from '../../electron/main/vault/store/file-system.ts';
import { createVaultStore } from '../../electron/main/vault/store/vault-store.ts';
import { NO_CONTENTS } from '../../electron/main/vault/store/vault.ts';
import type { VaultStore } from '../../electron/main/vault/store/vault-access.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createScriptedGateway } from '../support/scripted-gateway.ts';
import { faultyFileSystem, systemError } from './support/faulty-file-system.ts';
import { quickArgon2id } from './support/quick-argon2id.ts';

const PASSPHRASE = 'correct horse battery staple of a test';
const ROWS = 5;
const FILE = [
  'client_id,client_secret',
  ...Array.from({ length: ROWS }, (_, at) => `client-${at},secret-number-${at}`),
].join('\n');

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'strongroom-import-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function storeOver(fileSystem?: FileSystem): VaultStore {
  return createVaultStore({
    directory: path.join(directory, 'vault'),
    nowMs: () => 0,
    argon2id: quickArgon2id,
    kdf: { memoryKib: 65_536, iterations: 3, parallelism: 1 },
    ...(fileSystem === undefined ? {} : { fileSystem }),
  });
}

async function sessionOf(store: VaultStore, isNew: boolean): Promise<SessionServices> {
  const passphrase = SecretBytes.take(Buffer.from(PASSPHRASE));
  const lab = { id: 'env-1' as EnvironmentId, name: 'Lab', kind: 'sandbox' as const };
  const addresses = { baseUrl: 'https://b.test', tradeUrl: 'https://t.test', authorityPem: null };
  const contents = { ...NO_CONTENTS, environments: [{ ...lab, ...addresses }] };
  const vault = isNew ? await store.create(passphrase, contents) : await store.open(passphrase);
  passphrase.wipe();
  if (!vault.ok) throw new Error(vault.failure.code);
  const clock = createFakeClock();
  return await openSession({
    vault: vault.value,
    gateway: createScriptedGateway(clock),
    clock,
    targetOf: (environment) => environment,
    changed: () => undefined,
    recordEvent: () => undefined,
    beforeResuming: () => Promise.resolve(),
  });
}

async function importAll({ imports }: SessionServices): Promise<boolean> {
  const origin = { source: 'file', fileName: 'a.csv', path: null } as const;
  const draft = imports.begin(Buffer.from(FILE), origin);
  if (!draft.ok) throw new Error(draft.failure.code);
  const applied = await imports.apply(
    draft.value.rows.map(({ row, label }) => ({
      row,
      label,
      way: 'add' as const,
      environmentId: 'env-1',
      accessType: 'trader' as const,
      registeredScopes: ['TRADER_READ' as const],
      permission: null,
    })),
  );
  return applied.ok;
}

/** Credentials whose secret opens to what the file said. */
function imported({ session }: SessionServices): number {
  const { credentials } = session.vault.contents();
  const whole = credentials.filter(({ id, clientId }) => {
    const secret = session.vault.openRecord({ id, field: 'client_secret' });
    const said = secret.ok ? secret.value.use((bytes) => bytes.toString()) : '';
    return said === `secret-number-${clientId.replace('client-', '')}`;
  });
  expect(whole).toHaveLength(credentials.length);
  return whole.length;
}

/** How many operations the save of the import takes. */
async function operationsOfOne(): Promise<number> {
  const fileSystem = faultyFileSystem({});
  const services = await sessionOf(storeOver(fileSystem), true);
  const before = fileSystem.made.length;
  expect(await importAll(services)).toBe(true);
  const { length } = fileSystem.made;
  await services.close();
  rmSync(path.join(directory, 'vault'), { recursive: true });
  return length - before;
}

/** Answers what the import said, how much this process has then, and how much the next one. */
async function disturbed(
  at: number,
  goesOn: boolean,
): Promise<readonly [said: boolean, here: number, there: number]> {
  let first = Number.POSITIVE_INFINITY;
  const fileSystem = faultyFileSystem({
    before({ number }) {
      const reached = number - first + 1;
      if (goesOn ? reached === at : reached >= at) throw systemError('EIO');
    },
  });
  const services = await sessionOf(storeOver(fileSystem), true);
  first = fileSystem.made.length + 1;
  const said = await importAll(services);
  const here = imported(services);
  if (goesOn) await services.close();
  // A process that is gone holds no lock; this one does.
  if (!goesOn) rmSync(path.join(directory, 'vault', 'strongroom.vault.lock'), { force: true });
  const next = await sessionOf(storeOver(), false);
  const there = imported(next);
  await next.close();
  rmSync(path.join(directory, 'vault'), { recursive: true });
  return [said, here, there];
}

describe('an import whose save is disturbed', () => {
  it('leaves nothing where it says that it failed, whichever operation fails', async () => {
    const operations = await operationsOfOne();
    expect(operations).toBeGreaterThan(10);
    for (let at = 1; at <= operations; at += 1) {
      const [said, here, there] = await disturbed(at, true);
      expect([at, here]).toEqual([at, said ? ROWS : 0]);
      // Once the new file has its name, a failing sync of the folder leaves open which one survives.
      const possible = said ? [ROWS] : [0, ROWS];
      expect(possible, `operation ${at}`).toContain(there);
    }
  });

  it('is whole or not there at all after the program ended, at whichever operation', async () => {
    const operations = await operationsOfOne();
    const seen = new Set<number>();
    for (let at = 1; at <= operations; at += 1) {
      const [, , there] = await disturbed(at, false);
      expect([0, ROWS]).toContain(there);
      seen.add(there);
    }
    expect(seen).toEqual(new Set([0, ROWS]));
  });
});
