// How much work a passphrase costs on this machine: 256 MiB, and as many passes as take about 750 ms,
// three at least (docs/reliability.md, "Primitives"). Measured on known bytes, never on a passphrase.
import { DEFAULT_KDF_COST, MAX_ITERATIONS, type KdfCost } from '../format/kdf-bounds.ts';
import type { Argon2id } from './passphrase-kdf.ts';

const TARGET_MS = 750;
/** The fastest counts: a machine busy for a moment must not make a vault cheaper to guess for ever. */
const SAMPLES = 3;

/** What new slots cost, and what an existing one is held against. */
export interface KdfPolicy {
  readonly minimum: KdfCost;
  readonly cost: () => Promise<KdfCost>;
}

/** @param nowMs a clock with fractions of a millisecond, such as `performance.now`. */
export async function calibrateKdf(argon2id: Argon2id, nowMs: () => number): Promise<KdfCost> {
  let fastestMs = Infinity;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const startedAtMs = nowMs();
    await argon2id(Buffer.from('calibration'), Buffer.alloc(16, 1), DEFAULT_KDF_COST);
    fastestMs = Math.min(fastestMs, nowMs() - startedAtMs);
  }
  const passMs = fastestMs / DEFAULT_KDF_COST.iterations;
  const wanted = passMs > 0 ? Math.round(TARGET_MS / passMs) : MAX_ITERATIONS;
  const iterations = Math.min(MAX_ITERATIONS, Math.max(DEFAULT_KDF_COST.iterations, wanted));
  return { ...DEFAULT_KDF_COST, iterations };
}

/** Always the same cost. */
export function fixedPolicy(cost: KdfCost): KdfPolicy {
  return { minimum: cost, cost: () => Promise.resolve(cost) };
}

/**
 * Measures this machine for each new slot.
 * @param nowMs a monotonic clock.
 */
export function calibratedPolicy(argon2id: Argon2id, nowMs: () => number): KdfPolicy {
  return { minimum: DEFAULT_KDF_COST, cost: () => calibrateKdf(argon2id, nowMs) };
}

/** Whether a cost is less than the least: in memory, or in memory times passes. */
export function isBelow(cost: KdfCost, minimum: KdfCost): boolean {
  const work = ({ memoryKib, iterations }: KdfCost): number => memoryKib * iterations;
  return cost.memoryKib < minimum.memoryKib || work(cost) < work(minimum);
}
