// Runs calls to one host, as many at once as there are places: first tries before second ones, what may trade before
// what only reads, clients in turn, and within a client what leads it first. A call that takes long gives its place to
// those that wait, so that one that hangs delays nobody (docs/oauth-cases.md case 86).
// What one client's calls meet counts against that client alone; against the host only where several clients meet it.
import type { Clock } from '../../domain/clock.ts';
import { CallGate } from './call-gate.ts';

/** What a call showed of its client and its host. */
export type Seen =
  | { readonly kind: 'answered' }
  /** No answer, which may be the fault of anything. */
  | { readonly kind: 'nothing' }
  /** Too many, or nothing more for now. `waitMs`: as long as somebody asked for. */
  | { readonly kind: 'refused'; readonly waitMs: number | null };

/** Whose a call is, and how it stands to the others. Left out: all are of one client, and first tries. */
interface Standing {
  readonly client: string;
  readonly trades: boolean;
  readonly isRetry: boolean;
  /** Before all of its own client that do not, tried or not. */
  readonly leads: boolean;
}

interface QueuePorts<K> {
  readonly clock: Clock;
  /** How many calls there may be at once; at least one. Asked as each of them ends, and in `look`. */
  readonly width: () => number;
  /** How long a call keeps its place. */
  readonly patienceMs: number;
  /** Never rejects. */
  readonly work: (key: K) => Promise<Seen>;
}

interface Job<K> extends Standing {
  readonly key: K;
  readonly rank: number;
}

interface Client<K> {
  readonly gate: CallGate;
  /** In the order in which they run. */
  readonly waiting: Job<K>[];
  /** When it was served last, counted in calls. */
  servedAt: number;
}

const ONE_OF_ALL: Standing = { client: '', trades: true, isRetry: false, leads: false };
/** More at once would keep the window from being drawn. */
const MOST_IN_A_TURN = 64;
/** Fewer clients do not speak for the host. */
const SEVERAL = 3;

export class CallQueue<K> {
  readonly #ports: QueuePorts<K>;
  readonly #clients = new Map<string, Client<K>>();
  readonly #waiting = new Map<K, Client<K>>();
  readonly #running = new Set<K>();
  readonly #host = new CallGate();
  #served = 0;
  #isTurnAsked = false;
  #cancelTimer: () => void = () => undefined;
  #isClosed = false;

  constructor(ports: QueuePorts<K>) {
    this.#ports = ports;
  }

  /** Lower ranks first; equal ranks in the order they came. Asked for twice, a call runs once. */
  add(key: K, rank: number, standing: Standing = ONE_OF_ALL): void {
    if (this.#isClosed || this.#running.has(key)) return;
    this.drop(key);
    const { waiting } = this.#clientOf(standing.client);
    const job = { ...standing, key, rank };
    waiting.splice(waiting.findLastIndex((other) => withinClient(other, job) <= 0) + 1, 0, job);
    this.#waiting.set(key, this.#clientOf(standing.client));
    this.look();
  }

  /** Runs it now, without a place of its own; a call that runs already is left alone. */
  now(key: K, client: string = ONE_OF_ALL.client): void {
    if (this.#isClosed || this.#running.has(key)) return;
    this.drop(key);
    this.#clientOf(client).gate.open();
    void this.#run(key, this.#clientOf(client), false);
  }

  /** True: it was still waiting and will not run. */
  drop(key: K): boolean {
    const client = this.#waiting.get(key);
    if (client === undefined) return false;
    this.#waiting.delete(key);
    client.waiting.splice(
      client.waiting.findIndex((each) => each.key === key),
      1,
    );
    return true;
  }

  waits(key: K): boolean {
    return this.#waiting.has(key);
  }

  /** Milliseconds until a call that waits may leave, as far as that is known; null where it may now. */
  waitMs(key: K): number | null {
    const client = this.#waiting.get(key);
    if (client === undefined) return null;
    const nowMs = this.#ports.clock.monotonicMs();
    const waitMs = Math.max(client.gate.waitMs(nowMs), this.#host.waitMs(nowMs));
    return waitMs > 0 && waitMs < Number.POSITIVE_INFINITY ? waitMs : null;
  }

  /** There may be more places than before. What is added together is there before the first leaves. */
  look(): void {
    if (this.#isTurnAsked) return;
    this.#isTurnAsked = true;
    queueMicrotask(() => {
      this.#isTurnAsked = false;
      this.#startSome();
    });
  }

  /** Starts nothing any more. */
  close(): void {
    this.#isClosed = true;
    this.#cancelTimer();
    this.#waiting.clear();
    this.#clients.clear();
  }

  #clientOf(name: string): Client<K> {
    const client = this.#clients.get(name) ?? { gate: new CallGate(), waiting: [], servedAt: -1 };
    this.#clients.set(name, client);
    return client;
  }

  #startSome(): void {
    this.#cancelTimer();
    for (let started = 0; this.#waiting.size > 0 && !this.#isClosed; started += 1) {
      if (this.#host.running >= this.#ports.width()) return;
      if (started === MOST_IN_A_TURN) return void setImmediate(() => this.#startSome());
      const next = this.#next();
      if (typeof next === 'number') {
        const { clock } = this.#ports;
        if (next < Number.POSITIVE_INFINITY) {
          this.#cancelTimer = clock.after(next, () => this.#startSome());
        }
        return;
      }
      this.#waiting.delete(next.key);
      const client = this.#clientOf(next.client);
      client.waiting.shift();
      client.servedAt = this.#served += 1;
      void this.#run(next.key, client, true);
    }
  }

  /** The most urgent of those that may leave, of the client that was given least; else how long to wait. */
  #next(): Job<K> | number {
    const nowMs = this.#ports.clock.monotonicMs();
    const hostMs = this.#host.waitMs(nowMs);
    let best: { readonly job: Job<K>; readonly client: Client<K> } | null = null;
    let soonestMs = Number.POSITIVE_INFINITY;
    for (const client of this.#clients.values()) {
      const [job] = client.waiting;
      if (job === undefined) continue;
      const waitMs = Math.max(hostMs, client.gate.waitMs(nowMs));
      soonestMs = Math.min(soonestMs, waitMs);
      if (waitMs > 0 || (best !== null && !goesBefore({ job, client }, best))) continue;
      best = { job, client };
    }
    return best?.job ?? soonestMs;
  }

  async #run(key: K, client: Client<K>, takesPlace: boolean): Promise<void> {
    const { clock, patienceMs, work } = this.#ports;
    const leftAtMs = clock.monotonicMs();
    const gates = takesPlace ? [client.gate, this.#host] : [];
    let holds = true;
    const letGo = (): void => {
      holds = false;
      for (const gate of gates) gate.running -= 1;
    };
    for (const gate of gates) gate.running += 1;
    this.#running.add(key);
    const cancel = clock.after(patienceMs, () => {
      letGo();
      this.#startSome();
    });
    const seen = await work(key);
    cancel();
    this.#running.delete(key);
    if (holds) letGo();
    this.#note(client, leftAtMs, seen);
    if (!this.#isClosed) this.#startSome();
  }

  #note({ gate }: Client<K>, leftAtMs: number, seen: Seen): void {
    const nowMs = this.#ports.clock.monotonicMs();
    if (seen.kind === 'answered') {
      for (const each of [gate, this.#host]) each.answered(leftAtMs);
    } else if (seen.kind === 'refused') {
      gate.refused(nowMs, leftAtMs, seen.waitMs);
      const refused = [...this.#clients.values()].filter((each) => each.gate.isRefused).length;
      if (refused >= SEVERAL && refused * 2 > this.#clients.size) {
        this.#host.refused(nowMs, leftAtMs, seen.waitMs);
      }
    }
  }
}

/** Less than zero: `a` before `b`. */
const urgency = <K>(a: Job<K>, b: Job<K>): number =>
  Number(a.isRetry) - Number(b.isRetry) || Number(b.trades) - Number(a.trades);

const withinClient = <K>(a: Job<K>, b: Job<K>): number =>
  Number(b.leads) - Number(a.leads) || urgency(a, b) || a.rank - b.rank;

interface Candidate<K> {
  readonly job: Job<K>;
  readonly client: Client<K>;
}

function goesBefore<K>(a: Candidate<K>, b: Candidate<K>): boolean {
  const order =
    urgency(a.job, b.job) ||
    a.client.gate.running - b.client.gate.running ||
    a.client.servedAt - b.client.servedAt ||
    a.job.rank - b.job.rank;
  return order < 0;
}
