// P1 and P3: unlocking and saving a vault of 1,000 credentials, beside the passphrase's hash alone and a raw durable write.
import { readFileSync } from 'node:fs';
import { hashRaw } from '@node-rs/argon2';
import { stamped } from '../reliability/support/stamp.ts';
import { contents, secret, temporaryStore, valueOf } from '../unit/vault/vault-samples.ts';
import { interleaved, median, medianRatio, type Contestant } from './measure.ts';
import type { Row } from './results.ts';
import { writeRaw } from './raw-write.ts';

const COST = { memoryKib: 65_536, iterations: 3, parallelism: 1 };
const PASSPHRASE = 'correct horse battery staple';
const REPETITIONS = 15;
const CREDENTIALS = 1_000;

const timed = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** The library alone: without what the app does to leave no passphrase behind in it. */
const bareHash = (salt: Buffer): Promise<Buffer> =>
  hashRaw(PASSPHRASE, {
    memoryCost: COST.memoryKib,
    timeCost: COST.iterations,
    parallelism: COST.parallelism,
    salt,
  });

async function filledVault() {
  const store = temporaryStore({ kdf: COST });
  const whole = contents(CREDENTIALS);
  const vault = valueOf(await store.create(secret(PASSPHRASE), whole));
  const seal = whole.credentials.map(({ id }) => ({
    name: { id, field: 'client_secret' } as const,
    secret: secret(`secret of ${id}`),
  }));
  valueOf(await vault.change({ contents: (before) => before, seal }));
  await vault.lock();
  return { store, whole };
}

async function pair(
  what: string,
  ours: Contestant<number>,
  theirs: Contestant<number>,
  most: number,
): Promise<Row> {
  const samples = await interleaved([ours, theirs], REPETITIONS);
  const [mine = [], other = []] = [samples.get(ours.name), samples.get(theirs.name)];
  const versus = `${theirs.name}, ${median(other).toFixed(1)} ms`;
  return {
    what: `1,000 keys: ${what}`,
    value: median(mine),
    unit: 'ms',
    versus,
    ratio: medianRatio(mine, other),
    most,
  };
}

export async function benchUnlock(): Promise<Row[]> {
  const { store } = await filledVault();
  using _folder = store;
  const salt = Buffer.alloc(16, 7);
  const opens = async (): Promise<void> => {
    const opened = valueOf(await store.open(secret(PASSPHRASE)));
    if (opened.contents().credentials.length !== CREDENTIALS) throw new Error('not whole');
    await opened.lock();
  };
  return [
    await pair(
      'whole unlock, list and lock',
      { name: 'ours', run: () => timed(opens) },
      { name: 'the hash alone', run: () => timed(() => bareHash(salt)) },
      1.3,
    ),
  ];
}

export async function benchSave(): Promise<Row[]> {
  const { store, whole } = await filledVault();
  using _folder = store;
  const raw = readFileSync(store.file);
  const vault = valueOf(await store.open(secret(PASSPHRASE)));
  const saves = async (repetition: number): Promise<void> => {
    const change = { contents: (before: typeof whole) => stamped(before, repetition) };
    valueOf(await vault.change(change));
  };
  const row = await pair(
    'durable save after one change',
    { name: 'ours', run: (repetition) => timed(() => saves(repetition)) },
    { name: 'a raw durable write', run: () => timed(() => writeRaw(store.directory, raw)) },
    15,
  );
  await vault.lock();
  return [row];
}
