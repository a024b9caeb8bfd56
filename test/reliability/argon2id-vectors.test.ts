// R10: known answers of Argon2id. The app's library and Node's own, which Electron lacks, must agree
// with each other; hash-wasm joins them where it is installed.
import { argon2Sync, createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nativeArgon2id } from '../../electron/main/vault/passphrase-kdf.ts';
import { recordFigure } from './support/figures.ts';

interface Vector {
  readonly text: string;
  readonly salt: string;
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
}

const vectors: readonly Vector[] = [
  { text: 'password', salt: 'somesalt', memory: 256, passes: 2, lanes: 1 },
  { text: '', salt: '0123456789abcdef', memory: 64, passes: 1, lanes: 1 },
  { text: 'correct horse', salt: '0123456789abcdef', memory: 19_456, passes: 2, lanes: 1 },
  { text: '\u5b57\ud83d\udd11', salt: 'f'.repeat(16), memory: 1024, passes: 3, lanes: 4 },
  { text: 'x'.repeat(1000), salt: '\0'.repeat(16), memory: 8192, passes: 5, lanes: 2 },
  { text: 'at the policy', salt: 'p'.repeat(16), memory: 262_144, passes: 3, lanes: 1 },
];

type Implementation = (vector: Vector) => Promise<string>;

const app: Implementation = async ({ text, salt, memory, passes, lanes }) => {
  const cost = { memoryKib: memory, iterations: passes, parallelism: lanes };
  return (await nativeArgon2id(Buffer.from(text), Buffer.from(salt), cost)).toString('hex');
};

const node: Implementation = ({ text, salt, memory, passes, lanes }) => {
  const [message, nonce] = [Buffer.from(text), Buffer.from(salt)];
  const cost = { memory, passes, parallelism: lanes, tagLength: 32 };
  return Promise.resolve(argon2Sync('argon2id', { message, nonce, ...cost }).toString('hex'));
};

interface HashWasm {
  readonly argon2id: (options: object) => Promise<string>;
}

/** Null where it is not installed: it is no dependency of the app. */
async function wasm(): Promise<Implementation | null> {
  const name = 'hash-wasm';
  const library = (await import(/* @vite-ignore */ name).catch(() => null)) as HashWasm | null;
  if (library === null) return null;
  return ({ text, salt, memory, passes, lanes }) =>
    library.argon2id({
      password: Buffer.from(text),
      salt: Buffer.from(salt),
      memorySize: memory,
      iterations: passes,
      parallelism: lanes,
      hashLength: 32,
      outputType: 'hex',
    });
}

describe('Argon2id', () => {
  it('gives the published answer, and the same in every implementation at hand', async () => {
    const third = await wasm();
    const oracles = third === null ? [node] : [node, third];
    const names = ['@node-rs/argon2', 'Node', ...(third === null ? [] : ['hash-wasm'])];
    if (third === null) console.warn('hash-wasm is not installed: two implementations, not three');
    let bad = 0;
    const digest = createHash('sha256');
    for (const vector of vectors) {
      const answer = await app(vector);
      digest.update(answer);
      for (const oracle of oracles) if ((await oracle(vector)) !== answer) bad += 1;
    }
    recordFigure({
      id: 'R10',
      what: `Argon2id vectors equal in ${names.join(', ')}`,
      tried: vectors.length * oracles.length,
      bad,
      goal: 'at least 5 known answers, all equal',
      holds: bad === 0,
      seed: null,
    });
    expect(bad).toBe(0);
    const [published] = vectors;
    expect(published && (await app(published))).toBe(
      '9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe',
    );
  }, 30_000);
});
