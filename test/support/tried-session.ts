// A session over a vault in memory beside a saved one, with its history, the practice gateway and the real gateway
// client, and a way to find out what was ever written into their folder.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import type { Environment } from '../../electron/main/domain/environment.ts';
import type { CredentialId, EnvironmentId } from '../../electron/main/domain/ids.ts';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import { createHistorySession } from '../../electron/main/history/history-session.ts';
import { PracticeSession } from '../../electron/main/practice/practice-session.ts';
import { openSession, type SessionServices } from '../../electron/main/session/session-services.ts';
import { practiceEnvironment } from '../../electron/main/environments/environments.ts';
import { addCredential } from '../../electron/main/credentials/credentials.ts';
import { createVaultStore } from '../../electron/main/vault/vault-store.ts';
import { NO_CONTENTS } from '../../electron/main/vault/vault.ts';
import { LOW_COST, PASSPHRASE, secret, valueOf } from '../unit/vault/vault-samples.ts';
import { eventually } from './eventually.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { patternsOf, type Pattern } from './leakscan/patterns.ts';
import { findInBytes, type Finding } from './leakscan/search.ts';

/** What a person enters about the credential that is tried; each a marker of its own. */
export const tried = {
  label: 'canary-label-9dQ2',
  clientId: 'canary-client-7Wz1',
  ownerAccount: 'canary-owner-3Kx8',
  tag: 'canary-tag-5Rt6',
  secret: 'canary-secret-1Yu4-and-more-of-it',
} as const;

export interface TriedSession extends SessionServices {
  readonly clock: FakeClock;
  readonly practice: PracticeSession;
  readonly id: CredentialId;
  /** Lets answers come and what they bring be saved. */
  readonly pass: (ms: number) => Promise<void>;
  /** Marks that were found in what is written, by name and place; files that came, too. */
  readonly written: () => Promise<readonly string[]>;
  /** Text that must not be written from now on, too. */
  readonly watch: (name: string, text: string) => void;
  readonly end: () => Promise<void>;
}

/** Without the form it was found in: `label in strongroom.vault`. */
const told = ({ pattern, where }: Finding): string => `${pattern.split(':')[0] ?? ''} in ${where}`;

/** A customer's environment, as far as the app knows; its calls go to the practice gateway. */
const lab: Environment = {
  id: 'lab' as EnvironmentId,
  name: 'Lab',
  kind: 'sandbox',
  baseUrl: 'https://lab.test',
  tradeUrl: 'https://trade.lab.test',
  authorityPem: null,
};

export async function startTriedSession(): Promise<TriedSession> {
  const folder = mkdtempSync(path.join(tmpdir(), 'strongroom-tried-'));
  const vaultFolder = path.join(folder, 'vault');
  const clock = createFakeClock(Date.now());
  const history = createHistorySession({
    clock,
    directory: vaultFolder,
    changed: () => undefined,
    openedBy: () => null,
    isRestored: () => false,
    lockedBy: () => null,
  });
  const practice = new PracticeSession({
    clock,
    handOver: () => Promise.resolve(),
  });
  const store = createVaultStore({ directory: vaultFolder, kdf: LOW_COST, nowMs: clock.nowMs });
  const contents = { ...NO_CONTENTS, environments: [practiceEnvironment, lab] };
  await valueOf(await store.create(secret(PASSPHRASE), contents)).lock();
  const files = (): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const before = files();
  const vault = valueOf(await store.openInMemory(contents));
  const services = await openSession({
    ...history.open(vault, true),
    gateway: createGateway({ clock, systemAuthorities: () => [] }),
    clock,
    targetOf: () => practice.target(),
    changed: () => undefined,
    beforeResuming: (session) => practice.open(session),
  });
  await practice.addSamples(services.session);
  practice.gateway()?.controls.set({ slowFirstCallMs: 0, propagationSeconds: 0 });
  const id = valueOf(
    await addCredential(
      services.session,
      {
        label: tried.label,
        clientId: tried.clientId,
        ownerAccount: tried.ownerAccount,
        tags: [tried.tag],
        accessType: 'trader',
        permission: null,
        environmentId: lab.id,
        registeredScopes: ['TRADER_READ', 'TRADER_TRADE'],
      },
      secret(tried.secret),
    ),
  );
  const credential = vault.contents().credentials.find((each) => each.id === id);
  if (credential !== undefined) practice.register(services.session, credential);
  const patterns: Pattern[] = Object.entries(tried).flatMap(([name, text]) =>
    patternsOf(name, text),
  );

  async function written(): Promise<readonly string[]> {
    const open = history.current();
    if (open.ok) await open.value.written();
    const now = readdirSync(folder, { recursive: true, withFileTypes: true });
    const found = now
      .filter((name) => name.isFile())
      .flatMap((name) => {
        const file = readFileSync(path.join(name.parentPath, name.name));
        return findInBytes(name.name, file, patterns).map(told);
      });
    const came = files().filter((name) => !before.includes(name));
    // SQLite's own name for no file, where it was taken for one.
    const isMisread = existsSync(':memory:');
    return [...new Set(found), ...came, ...(isMisread ? [':memory:'] : [])];
  }

  return {
    ...services,
    clock,
    practice,
    id,
    written,
    async pass(ms) {
      for (let leftMs = ms; leftMs > 0; leftMs -= 500) {
        await clock.advance(Math.min(500, leftMs));
        await eventually(() => expect(services.session.activities.ofCredential(id)).toEqual([]));
      }
    },
    watch: (name, text) => void patterns.push(...patternsOf(name, text)),
    async end() {
      let closed = false;
      void services.close().then(() => (closed = true));
      // In small steps, so that real answers come before the grace is over.
      await eventually(async () => {
        await clock.advance(50);
        expect(closed).toBe(true);
      });
      await practice.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
