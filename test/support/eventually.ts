// Waiting for what happens outside the test: a process, a socket, a disk. The limit is against hanging
// alone, never a measure of time: a busy machine may take many seconds.
import { vi } from 'vitest';

const LIMIT_MS = 60_000;

/** Repeats the check until it throws no more. Fails with what it threw last. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  // oxlint-disable-next-line no-restricted-properties -- With a limit of its own.
  vi.waitFor(check, { timeout: LIMIT_MS, interval: 10 });
