// R10: known answers of Argon2id. Three implementations of different origin must agree: the app's
// library (Rust), Node's own (OpenSSL, which Electron lacks) and hash-wasm (C, compiled to WebAssembly).
import { argon2Sync } from 'node:crypto';
import { argon2id } from 'hash-wasm';
import { describe, expect, it } from 'vitest';
import { nativeArgon2id } from '../../electron/main/vault/primitives.ts';
import { figureHolds } from './support/figures.ts';

interface Vector {
  readonly text: string;
  readonly salt: string;
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
}

const vectors: readonly Vector[] = [
  { text: 'password', salt: 'somesalt', memory: 256, passes: 2, lanes: 1 },
  // A byte at which text in C ends.
  { text: 'a\0b', salt: '0123456789abcdef', memory: 64, passes: 1, lanes: 1 },
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

const wasm: Implementation = ({ text, salt, memory, passes, lanes }) =>
  argon2id({
    password: Buffer.from(text),
    salt: Buffer.from(salt),
    memorySize: memory,
    iterations: passes,
    parallelism: lanes,
    hashLength: 32,
    outputType: 'hex',
  });

const oracles: Readonly<Record<string, Implementation>> = { Node: node, 'hash-wasm': wasm };

describe('Argon2id', () => {
  it('gives the published answer, and the same in three implementations', async () => {
    const wrong: string[] = [];
    for (const [index, vector] of vectors.entries()) {
      const answer = await app(vector);
      for (const [name, oracle] of Object.entries(oracles)) {
        if ((await oracle(vector)) !== answer) wrong.push(`${name}, vector ${index + 1}`);
      }
    }
    expect(wrong).toEqual([]);
    figureHolds('R10', 'known answers of Argon2id, equal in three implementations', vectors.length);
    const [published] = vectors;
    expect(published && (await app(published))).toBe(
      '9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe',
    );
  });
});
