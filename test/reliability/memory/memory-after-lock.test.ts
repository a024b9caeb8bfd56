// R12, V19: what the memory of the main process holds after single calls and after lock, and how many copies
// lie in buffers while calls are under way. Reads the memory of a process of its own over /proc: Linux as root; says
// aloud elsewhere that it did not look.
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock, type Clock } from '../../../electron/main/domain/clock.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { splitFrame } from '../../../electron/main/vault/format/frame.ts';
import { decodeHeader } from '../../../electron/main/vault/format/header.ts';
import { openPassphraseSlot } from '../../../electron/main/vault/keys/key-slot.ts';
import { createPace } from '../../../electron/main/vault/keys/yield-to-loop.ts';
import { hkdf } from '../../../electron/main/vault/keys/primitives.ts';
import { createVaultStore } from '../../../electron/main/vault/store/vault-store.ts';
import type { RecordName } from '../../../electron/main/vault/store/vault.ts';
import { createPassphraseKdf } from '../../../electron/main/vault/keys/passphrase-kdf.ts';
import { parseRecoveryKey } from '../../../electron/main/vault/keys/recovery-key.ts';
import { countInMemory } from '../../support/leakscan/count-in-memory.ts';
import { patternsOf, patternsOfBytes, type Pattern } from '../../support/leakscan/patterns.ts';
import { memoryObstacle } from '../../support/leakscan/process-memory.ts';
import { startPractice, type PracticeForTests } from '../../support/practice.ts';
import { masked, seededSecret } from '../../support/seeded-secret.ts';
import { recordFigure, recordNotRun } from '../support/figures.ts';
import type { MemoryStep, SubjectFacts } from './memory-steps.ts';

const SECRETS = 100;
const IN_FLIGHT = 20;
/** An answer of the practice gateway that would take so long waits until the test lets it go. */
const HELD_MS = 3_600_000;
const held: (() => void)[] = [];
const everyCallHeld = Promise.withResolvers<void>();
const clock: Clock = {
  ...systemClock,
  after(delayMs, callback) {
    if (delayMs !== HELD_MS) return systemClock.after(delayMs, callback);
    held.push(callback);
    if (held.length === IN_FLIGHT) everyCallHeld.resolve();
    return () => undefined;
  },
};
const seed = randomBytes(16).toString('hex');
const obstacle = memoryObstacle();
const AFTER_LOCK = {
  id: 'R12',
  what: 'secrets, tokens, passphrase, recovery key and data key looked for in the memory of the main process after lock',
  goal: '0 found, of at least 100 secrets',
} as const;
const AFTER_CALLS = {
  id: 'R12',
  what: 'secrets and passphrase looked for in the memory of the main process after single calls, the vault open',
  goal: '0 found, of 100 secrets',
} as const;
const UNDER_WAY = {
  id: 'R12',
  what: 'copies of the secrets of calls that are under way',
  goal: 'one for each call: the request that is being sent',
} as const;
if (obstacle !== null) {
  for (const unrun of [AFTER_LOCK, AFTER_CALLS, UNDER_WAY]) recordNotRun(unrun, obstacle);
}

let directory = '';
let practice: PracticeForTests;
let subject: ChildProcess;
let facts: SubjectFacts;
const groups = new Map<string, readonly Pattern[]>();

// An allocator writes over the first bytes of what is freed, so the end of a secret finds more copies
// than the whole of it.
const tail = (text: string): string => text.slice(-20);
const secretText = (name: string): string => seededSecret(seed, name).toString('latin1');
const addText = (group: string, name: string, text: string): void => {
  groups.set(group, [...(groups.get(group) ?? []), ...patternsOf(name, tail(text))]);
};

async function ask(step: MemoryStep): Promise<string> {
  subject.send(step);
  const [answer] = (await once(subject, 'message')) as [string];
  return answer;
}

async function tell(step: MemoryStep): Promise<void> {
  const answer = await ask(step);
  if (answer !== 'done') throw new Error(`${step.step}: ${answer}`);
}

/** Its 20 bytes, and the text of its last groups as shown and as it may be typed. */
async function learnRecoveryKey(): Promise<void> {
  const [, hidden = ''] = /^masked:(.*)$/.exec(await ask({ step: 'make recovery key' })) ?? [];
  const text = masked(seed, Buffer.from(hidden, 'hex'));
  const key = parseRecoveryKey(SecretBytes.take(Buffer.from(text)));
  if (key === null) throw new Error('no recovery key came');
  const shown = text.toString('latin1');
  addText('recovery key', 'recovery key', shown);
  addText('recovery key', 'recovery key without hyphens', shown.replaceAll('-', ''));
  addText('recovery key', 'recovery key in lower case', shown.toLowerCase());
  const raw = key.use((bytes) => patternsOfBytes('recovery key, raw', Buffer.from(bytes)));
  groups.set('recovery key', [...(groups.get('recovery key') ?? []), ...raw]);
}

interface Counted {
  readonly byGroup: Readonly<Record<string, number>>;
  readonly names: readonly string[];
}

function count(when: string): Counted {
  const started = performance.now();
  const { copies, places, bytes } = countInMemory(subject.pid ?? 0, [...groups.values()].flat());
  const byGroup = Object.fromEntries(
    [...groups].map(([group, patterns]) => [
      group,
      patterns.reduce((sum, { name }) => sum + (copies.get(name) ?? 0), 0),
    ]),
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const where = [...places].map(([area, found]) => `${found} in ${area}`).join(', ');
  console.info(
    `R12 ${when}: ${JSON.stringify(byGroup)}; ${where || 'nowhere'} ` +
      `(${(bytes / 1048576).toFixed(0)} MiB, ${seconds} s, seed ${seed})`,
  );
  return { byGroup, names: [...copies.keys()] };
}

async function dataKey(): Promise<Buffer> {
  const file = await readFile(path.join(directory, 'strongroom.vault'));
  const frame = await splitFrame(file, createPace());
  const header = frame.ok ? decodeHeader(frame.value.header) : frame;
  if (!header.ok) throw new Error(header.failure.code);
  const { vaultId, slots } = header.value;
  const passphrase = SecretBytes.take(seededSecret(seed, 'passphrase'));
  const key = await openPassphraseSlot(createPassphraseKdf(), vaultId, slots, passphrase);
  if (!key.ok) throw new Error(key.failure.code);
  return key.value;
}

/**
 * The history's key and what is derived from it, also as HMAC holds it. Not the key of exports: OpenSSL
 * holds it until the key object is collected, which may be after lock (HISTORY.md).
 */
async function learnHistoryKeys(): Promise<void> {
  const store = createVaultStore({ directory, nowMs: Date.now });
  const opened = await store.open(SecretBytes.take(seededSecret(seed, 'passphrase')));
  if (!opened.ok) throw new Error(opened.failure.code);
  const vault = opened.value;
  const { keyId = '' } = vault.contents().history ?? {};
  const bytesOf = (name: RecordName): Buffer => {
    const record = vault.openRecord(name);
    if (!record.ok) throw new Error(record.failure.code);
    return record.value.use((bytes) => Buffer.from(bytes));
  };
  const key = bytesOf({ id: keyId, field: 'history_key' });
  const derived = ['seal', 'chain'].map((what) =>
    hkdf(key, Buffer.from(keyId), `strongroom history v1 ${what}`),
  );
  const padded = [0x36, 0x5c].map((pad) => Buffer.from(derived[1] ?? []).map((byte) => byte ^ pad));
  groups.set(
    'history keys',
    [key, ...derived, ...padded].flatMap((bytes, index) =>
      patternsOfBytes(`history key ${index}`, Buffer.from(bytes).subarray(16)),
    ),
  );
  await vault.lock();
}

function learnTokens(): void {
  const tokens = new Set<string>();
  for (const { headers, fields } of practice.ledger.raw()) {
    const bearer = headers.get('authorization')?.[0]?.replace('Bearer ', '');
    const token = bearer ?? fields['token'];
    if (token !== undefined) tokens.add(token);
  }
  groups.delete('tokens');
  for (const [index, token] of [...tokens].entries()) addText('tokens', `token ${index}`, token);
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'strongroom-memory-'));
  practice = await startPractice({ clock });
  const clients = Array.from({ length: SECRETS }, (_, index) => ({
    clientId: `client-${index}`,
    accessType: index % 5 === 4 ? ('partner' as const) : ('trader' as const),
  }));
  for (const { clientId, accessType } of clients) {
    practice.controls.registerClient({
      clientId,
      accessType,
      scopes: accessType === 'trader' ? ['TRADER_READ', 'TRADER_TRADE'] : [],
      secret: seededSecret(seed, clientId),
    });
    addText('secrets', clientId, secretText(clientId));
  }
  addText('passphrase', 'passphrase', secretText('passphrase'));
  const { baseUrl, tradeUrl, authorityPem } = practice;
  facts = { directory, seed, baseUrl, tradeUrl, authorityPem, clients };
  subject = fork(path.join(import.meta.dirname, 'memory-subject.ts'), { execArgv: [] });
});

afterAll(async () => {
  subject.disconnect();
  await practice.stop();
  await rm(directory, { recursive: true });
});

describe.runIf(obstacle === null)('the memory of the main process', () => {
  it(
    'V19 holds no secret, token, passphrase, recovery key or data key after lock',
    { timeout: 90_000 },
    async () => {
      await tell({ step: 'create', facts });
      groups.set('data key', patternsOfBytes('data key', (await dataKey()).subarray(16)));
      const open = count('open, 100 secrets just stored');
      // The positive control: what must be there while the vault is open is found.
      expect(open.byGroup['data key']).toBeGreaterThan(0);
      await learnRecoveryKey();
      await tell({ step: 'mint', from: 0, to: SECRETS });
      await tell({ step: 'check' });
      await tell({ step: 'revoke' });
      await learnHistoryKeys();
      learnTokens();
      expect(groups.get('tokens')?.length).toBeGreaterThan(SECRETS);
      const used = count('open, 100 tokens minted and checked, some revoked');
      expect(used.byGroup['history keys']).toBeGreaterThan(0);
      // Every call is over, and the vault still open: of what was sent nothing is left.
      const { secrets = Number.NaN, passphrase = Number.NaN } = used.byGroup;
      recordFigure({
        ...AFTER_CALLS,
        tried: SECRETS,
        bad: secrets + passphrase,
        holds: secrets + passphrase === 0,
        seed: null,
      });
      expect([secrets, passphrase]).toEqual([0, 0]);
      await tell({ step: 'lock' });
      const locked = count('after lock');
      recordFigure({
        ...AFTER_LOCK,
        tried: [...groups.values()].flat().length,
        bad: locked.names.length,
        holds: locked.names.length === 0,
        seed: null,
      });
      expect(locked.names).toEqual([]);

      await tell({ step: 'unlock' });
      await tell({ step: 'check' });
      await tell({ step: 'lock' });
      expect(count('after unlock, use and lock').names).toEqual([]);

      await tell({ step: 'recover' });
      // Opened by the key that the test learned: what it searches for is the right one.
      expect(count('open by the recovery key').byGroup['data key']).toBeGreaterThan(0);
      await tell({ step: 'lock' });
      expect(count('after opening by recovery key, and lock').names).toEqual([]);
    },
  );

  it(
    'holds one copy for each call that is under way, and none afterwards',
    {
      timeout: 90_000,
    },
    async () => {
      await tell({ step: 'unlock' });
      practice.controls.set({ tokenLatencyMs: HELD_MS });
      const minted = tell({ step: 'mint', from: 0, to: IN_FLIGHT });
      // The last of them arrived, however busy the machine is. A call that failed instead is told by `minted`.
      await Promise.race([everyCallHeld.promise, minted]);
      expect(held).toHaveLength(IN_FLIGHT);
      const during = count(`with ${IN_FLIGHT} token requests under way`);
      practice.controls.set({ tokenLatencyMs: 0 });
      for (const answer of held) answer();
      await minted;
      await tell({ step: 'lock' });
      const after = count('after lock');
      const copies = during.byGroup['secrets'] ?? Number.NaN;
      recordFigure({
        ...UNDER_WAY,
        what: `${UNDER_WAY.what}: ${copies} for ${IN_FLIGHT} calls`,
        tried: IN_FLIGHT,
        bad: Math.max(0, copies - IN_FLIGHT),
        holds: copies <= IN_FLIGHT,
        seed: null,
      });
      // Not none either: then the calls were not looked at while they were under way.
      expect(copies).toBeGreaterThan(0);
      expect(copies).toBeLessThanOrEqual(IN_FLIGHT);
      expect(after.names).toEqual([]);
    },
  );

  it('is searched by a search that finds a string and bytes left behind', async () => {
    addText('left behind', 'string', secretText('left behind'));
    addText('left behind', 'bytes', secretText('left behind, as bytes'));
    expect(count('before leaving any').byGroup['left behind']).toBe(0);
    await tell({ step: 'leak', name: 'left behind' });
    const { names } = count('control');
    expect(names.toSorted()).toEqual(expect.arrayContaining(['bytes: plain', 'string: plain']));
  });
});
