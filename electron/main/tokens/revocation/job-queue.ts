// Runs jobs, as many at once as there are places: first tries before second ones, one group no more than
// another, and within a group what leads it, then in the order of rank. A job that takes long gives its place to those that
// wait, so that a call that hangs delays nobody (docs/oauth-cases.md case 86); how many may do so is bounded too.
import type { Clock } from '../../domain/clock.ts';

/** Frees a place, once, and tells what came of the job. */
export type Free<O> = (outcome: O) => void;

/** Whose a job is, and how it stands to the others. Left out: all jobs are of one group, and first tries. */
export interface Standing {
  /** Those of one group wait for each other before those of another wait for them. */
  readonly group: string;
  /** Of equal urgency: groups take turns. Lower before higher, whatever the group. */
  readonly tier: number;
  readonly isRetry: boolean;
  /** Before all of its own group that do not, tried or not. */
  readonly leads: boolean;
}

/** The jobs that wait, as whoever gives places sees them. */
export interface Waiting {
  /** Groups with jobs that wait or run. */
  readonly groups: () => number;
  /** Takes out the next job among those that may run; null where there is none. */
  readonly take: (
    may: (group: string, isFirstTry: boolean) => boolean,
  ) => { readonly group: string; readonly key: unknown } | null;
}

export interface JobQueue<K> {
  /** Lower ranks first; equal ranks in the order they came. Asked for twice, a job runs once. */
  readonly add: (key: K, rank: number, standing?: Standing) => void;
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

interface JobQueuePorts<K, O> {
  readonly clock: Clock;
  /** Resolves when one more job may run; null when none may any more. May take the job itself. */
  readonly acquire: (waiting: Waiting) => Promise<Free<O> | null>;
  /** How long a job keeps its place. */
  readonly patienceMs: number;
  /** How many that outlast it may run beside the others. */
  readonly mostSlow: number;
  /** Told for a job that outlasts it, and for a place that found no job. */
  readonly unknown: O;
  /** Never rejects. */
  readonly work: (key: K) => Promise<O>;
  /** One more job waits: whoever gives places may have found none that may run. */
  readonly added?: () => void;
  /** Nothing runs or waits any more. */
  readonly idle?: () => void;
}

interface Job<K> extends Standing {
  readonly key: K;
  readonly rank: number;
}

interface Group<K> {
  readonly name: string;
  /** In the order in which they run. */
  waiting: Job<K>[];
  underWay: number;
  /** When it was served last, counted in jobs. */
  servedAt: number;
}

const ONE_OF_ALL: Standing = { group: '', tier: 0, isRetry: false, leads: false };

export function createJobQueue<K, O>(ports: JobQueuePorts<K, O>): JobQueue<K> {
  const groups = new Map<string, Group<K>>();
  const known = new Map<K, Group<K>>();
  const running = new Set<K>();
  let served = 0;
  let asking = false;
  let slow = 0;
  let closed = false;

  function groupOf(name: string): Group<K> {
    const group = groups.get(name) ?? { name, waiting: [], underWay: 0, servedAt: -1 };
    groups.set(name, group);
    return group;
  }

  /** The group that was given least. Between two that never ran, the one whose job is more urgent. */
  function take(may: (group: string, isFirstTry: boolean) => boolean): Job<K> | null {
    let best: { readonly group: Group<K>; readonly job: Job<K> } | null = null;
    for (const group of groups.values()) {
      const [job] = group.waiting;
      if (job === undefined) continue;
      if (best !== null && !goesBefore(group, job, best.group, best.job)) continue;
      if (may(group.name, !job.isRetry)) best = { group, job };
    }
    if (best === null) return null;
    const { group, job } = best;
    group.waiting.shift();
    group.servedAt = served;
    served += 1;
    begin(job.key, group);
    known.delete(job.key);
    return job;
  }

  function begin(key: K, group: Group<K>): void {
    running.add(key);
    group.underWay += 1;
  }

  async function pump(): Promise<void> {
    if (asking) return;
    asking = true;
    // What is added together is there first: its adding is not what one must breathe after.
    await Promise.resolve();
    while (known.size > 0) {
      let job: Job<K> | null = null;
      const takeOne: Waiting['take'] = (may) => (job = take(may));
      const free = await ports.acquire({ groups: () => groups.size, take: takeOne });
      if (free === null) break;
      job ??= take(() => true);
      if (job === null) {
        free(ports.unknown);
        break;
      }
      void run(job, free);
    }
    asking = false;
  }

  async function run(
    { key, group }: { readonly key: K; readonly group: string },
    free: Free<O> | null,
  ): Promise<void> {
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
    groupOf(group).underWay -= 1;
    if (isSlow) slow -= 1;
    else free?.(outcome);
    if (running.size > 0 || known.size > 0) return;
    groups.clear();
    ports.idle?.();
  }

  function drop(key: K): boolean {
    const group = known.get(key);
    if (group === undefined) return false;
    known.delete(key);
    group.waiting = group.waiting.filter((each) => each.key !== key);
    return true;
  }

  return {
    add(key, rank, standing = ONE_OF_ALL) {
      if (closed || running.has(key)) return;
      drop(key);
      const group = groupOf(standing.group);
      known.set(key, group);
      const job = { ...standing, key, rank };
      group.waiting.splice(placeOf(group.waiting, job), 0, job);
      void pump();
      ports.added?.();
    },
    now(key) {
      if (closed || running.has(key)) return;
      const group = known.get(key) ?? groupOf(ONE_OF_ALL.group);
      drop(key);
      begin(key, group);
      void run({ key, group: group.name }, null);
    },
    drop,
    waits: (key) => known.has(key),
    size: () => known.size + running.size,
    close() {
      closed = true;
      known.clear();
      for (const group of groups.values()) group.waiting = [];
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

/** Less than zero: `a` before `b`. */
const urgency = <K>(a: Job<K>, b: Job<K>): number =>
  Number(a.isRetry) - Number(b.isRetry) || a.tier - b.tier;

const withinGroup = <K>(a: Job<K>, b: Job<K>): number =>
  Number(b.leads) - Number(a.leads) || urgency(a, b) || a.rank - b.rank;

function goesBefore<K>(group: Group<K>, job: Job<K>, other: Group<K>, itsJob: Job<K>): boolean {
  const order =
    urgency(job, itsJob) ||
    group.underWay - other.underWay ||
    group.servedAt - other.servedAt ||
    job.rank - itsJob.rank;
  return order < 0;
}

/** Behind everything of its group that leads as it does, is as urgent and of the same rank. */
function placeOf<K>(waiting: readonly Job<K>[], job: Job<K>): number {
  let low = 0;
  let high = waiting.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = waiting[middle];
    if (there !== undefined && withinGroup(there, job) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
