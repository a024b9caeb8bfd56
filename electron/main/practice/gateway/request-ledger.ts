// What the practice gateway was asked, newest last: method, path and answer. Of what was sent nothing else is kept;
// the raw view exists for tests alone.
import type { PracticeRequest } from './read-request.ts';
import type { Endpoint, PracticeHost } from './practice-routes.ts';

const KEEP_ENTRIES = 500;
const MASK = '[masked]';

interface LedgerEntry {
  readonly atMs: number;
  readonly host: PracticeHost;
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Query and long segments masked: a lost token could be in them. */
  readonly path: string;
  /** Null while unanswered, and for ever where no answer was sent. */
  readonly status: number | null;
  readonly note: string;
}

/** Everything as it came. Kept only when the gateway was started with `keepRaw`. */
interface RawRequest {
  readonly atMs: number;
  readonly host: PracticeHost;
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly target: string;
  /** Name and value by turns, as sent. */
  readonly rawHeaders: readonly string[];
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Buffer;
  /** Parsed from form or JSON; empty for anything else. */
  readonly fields: Readonly<Record<string, string>>;
  /** The client's port of the TCP connection that it came on. */
  readonly connection: number;
}

export interface Arrival {
  readonly atMs: number;
  readonly host: PracticeHost;
  readonly endpoint: Endpoint;
  readonly request: Pick<PracticeRequest, 'method' | 'path' | 'query'>;
}

export interface PracticeLedger {
  /** Oldest first; the last 500. */
  readonly entries: () => readonly LedgerEntry[];
  /** Empty unless the gateway was started with `keepRaw`. */
  readonly raw: () => readonly RawRequest[];
  /** TCP connections accepted since the start or `clear`, whether or not TLS followed. */
  readonly connections: () => number;
  readonly clear: () => void;
}

export interface LedgerWriter extends PracticeLedger {
  readonly connected: () => void;
  readonly arrived: (arrival: Arrival) => (status: number | null, note: string) => void;
  readonly keepRaw: (raw: RawRequest) => void;
}

export function createLedger(): LedgerWriter {
  let entries: LedgerEntry[] = [];
  let raw: RawRequest[] = [];
  let connections = 0;
  return {
    entries: () => [...entries],
    raw: () => [...raw],
    connections: () => connections,
    clear(): void {
      entries = [];
      raw = [];
      connections = 0;
    },
    connected(): void {
      connections += 1;
    },
    arrived(arrival) {
      let entry = maskedEntry(arrival);
      entries.push(entry);
      entries = entries.slice(-KEEP_ENTRIES);
      return (status, note) => {
        const answered = { ...entry, status, note };
        entries = entries.map((each) => (each === entry ? answered : each));
        entry = answered;
      };
    },
    keepRaw(request): void {
      raw.push(request);
    },
  };
}

function maskedEntry({ atMs, host, endpoint, request }: Arrival): LedgerEntry {
  const path = request.path.replaceAll(/[^/]{33,}/g, MASK).slice(0, 200);
  return {
    atMs,
    host,
    endpoint,
    method: request.method.slice(0, 10),
    path: request.query === '' ? path : `${path}?${MASK}`,
    status: null,
    note: '',
  };
}
