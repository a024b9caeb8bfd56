// What Argon2id may be asked for. Checked on every parameter read from a file before anything is
// allocated: a hostile header must cost neither memory nor time (S24, V2, V3).

/** Argon2id's cost, RFC 9106 section 3.1: memory in KiB, passes, lanes. */
export interface KdfCost {
  readonly memoryKib: number;
  readonly iterations: number;
  readonly parallelism: number;
}

/** The least for new slots: 256 MiB, three passes, one lane. */
export const DEFAULT_KDF_COST: KdfCost = { memoryKib: 262_144, iterations: 3, parallelism: 1 };

const MIN_MEMORY_KIB = 19 * 1024;
const MAX_MEMORY_KIB = 1024 * 1024;
const MIN_ITERATIONS = 2;

/** Most passes of Argon2id (RFC 9106 section 3.1). */
export const MAX_ITERATIONS = 64;
const MAX_PARALLELISM = 8;
/** Memory times passes: 32 GiB, some nine seconds on a small machine. */
const MAX_WORK_KIB = 32 * 1024 * 1024;

function isIntegerWithin(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && typeof value === 'number' && value >= min && value <= max;
}

/** Whether the cost that a file names may be paid: memory in KiB, passes, lanes. */
export function isKdfCostAllowed(memory: unknown, iterations: unknown, lanes: unknown): boolean {
  return (
    // SECURITY(S24)
    isIntegerWithin(memory, MIN_MEMORY_KIB, MAX_MEMORY_KIB) &&
    isIntegerWithin(iterations, MIN_ITERATIONS, MAX_ITERATIONS) &&
    isIntegerWithin(lanes, 1, MAX_PARALLELISM) &&
    memory * iterations <= MAX_WORK_KIB
  );
}
