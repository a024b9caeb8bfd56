// Runs jobs in the order of their rank, as many at once as there are places. A job that takes long
// gives its place to those that wait, so that a call that hangs delays nobody (reliability.md case
// 86); how many may do so is bounded too.
import type { Clock } from '../domain/clock.ts';

/** Frees a place, once, and tells what came of the job. */
export type Free<O> = (outcome: O) => void;

export interface PatientQueue<K> {
  /** Lower ranks first; equal ranks in the order they came. Asked for twice, a job runs once. */
  readonly add: (key: K, rank: number) => void;
  /** Runs it now, without a place of its own; a job that runs already is left alone. */
  readonly now: (key: K) => void;
  /** True: it was still waiting and will not run. */
  readonly drop: (key: K) => boolean;
  readonly waits: (key: K) => boolean;
  /** Jobs that wait or run. */
  readonly size: () => number;
  /** Starts nothing any more. */
  readonly close: () => void;
}

export interface PatientQueuePorts<K, O> {
  readonly clock: Clock;
  /** Resolves when one more job may run; null when none may any more. */
  readonly acquire: () => Promise<Free<O> | null>;
  /** How long a job keeps its place. */
  readonly patienceMs: number;
  /** How many that outlast it may run beside the others. */
  readonly mostSlow: number;
  /** Told for a job that outlasts it, and for a place that found no job. */
  readonly unknown: O;
  /** Never rejects. */
  readonly work: (key: K) => Promise<O>;
  /** Nothing runs or waits any more. */
  readonly idle?: () => void;
}

export function createPatientQueue<K, O>(ports: PatientQueuePorts<K, O>): PatientQueue<K> {
  let waiting: { readonly key: K; readonly rank: number }[] = [];
  const known = new Set<K>();
  const running = new Set<K>();
  let asking = false;
  let slow = 0;
  let closed = false;

  async function pump(): Promise<void> {
    if (asking) return;
    asking = true;
    // What is added together is there first: its adding is not what one must breathe after.
    await Promise.resolve();
    while (waiting.length > 0) {
      const free = await ports.acquire();
      if (free === null) break;
      const next = waiting.shift();
      if (next === undefined) {
        free(ports.unknown);
        break;
      }
      known.delete(next.key);
      void run(next.key, free);
    }
    asking = false;
  }

  async function run(key: K, free: Free<O> | null): Promise<void> {
    running.add(key);
    let isSlow = false;
    const cancel = ports.clock.after(ports.patienceMs, () => {
      if (free === null || slow >= ports.mostSlow) return;
      isSlow = true;
      slow += 1;
      free(ports.unknown);
    });
    const outcome = await ports.work(key);
    cancel();
    running.delete(key);
    if (isSlow) slow -= 1;
    else free?.(outcome);
    if (running.size === 0 && waiting.length === 0) ports.idle?.();
  }

  function drop(key: K): boolean {
    if (!known.delete(key)) return false;
    waiting = waiting.filter((each) => each.key !== key);
    return true;
  }

  return {
    add(key, rank) {
      if (closed || running.has(key)) return;
      drop(key);
      known.add(key);
      waiting.splice(placeOf(waiting, rank), 0, { key, rank });
      void pump();
    },
    now(key) {
      if (closed || running.has(key)) return;
      drop(key);
      void run(key, null);
    },
    drop,
    waits: (key) => known.has(key),
    size: () => known.size + running.size,
    close() {
      closed = true;
      waiting = [];
      known.clear();
    },
  };
}

/** A fixed number of places, given in the order asked. */
export function fixedPlaces(width: number): () => Promise<Free<unknown>> {
  let free = width;
  const waiting: (() => void)[] = [];
  // Handed on rather than freed: who asks in the same turn must not take it from the one it was given to.
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return async () => {
    if (free > 0) free -= 1;
    else {
      await new Promise<void>((resume) => {
        waiting.push(resume);
      });
    }
    return release;
  };
}

/** Behind everything of the same rank. */
function placeOf(waiting: readonly { readonly rank: number }[], rank: number): number {
  let low = 0;
  let high = waiting.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((waiting[middle]?.rank ?? Infinity) <= rank) low = middle + 1;
    else high = middle;
  }
  return low;
}
