// What the practice gateway was asked, newest last: method, path, headers and fields, with every value
// masked that is not on a short list of harmless ones. The raw view exists for tests alone.
import type { PracticeRequest } from './handling.ts';
import type { Endpoint, PracticeHost } from './practice-routes.ts';

const KEEP_ENTRIES = 500;
const MASK = '[masked]';
const PLAIN_HEADERS = [
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'host',
  'user-agent',
];
const PLAIN_FIELDS = ['client_id', 'grant_type', 'scope', 'token_type_hint'];
const KNOWN_FIELDS = [...PLAIN_FIELDS, 'client_secret', 'token'];

interface LedgerEntry {
  readonly atMs: number;
  readonly host: PracticeHost;
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Query and long segments masked: a lost token could be in them. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly fields: readonly (readonly [name: string, value: string])[];
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
  /** Number of the TCP connection it came on, counted over both hosts from 1. */
  readonly connection: number;
}

export interface Arrival {
  readonly atMs: number;
  readonly host: PracticeHost;
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly request: PracticeRequest;
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

function maskedEntry({ atMs, host, endpoint, method, request }: Arrival): LedgerEntry {
  const path = request.path.replaceAll(/[^/]{33,}/g, MASK).slice(0, 200);
  return {
    atMs,
    host,
    endpoint,
    method: method.slice(0, 10),
    path: request.query === '' ? path : `${path}?${MASK}`,
    headers: [...request.headers].flatMap(([name, values]) =>
      values.map((value) => [name, plainOr(PLAIN_HEADERS, name, value)] as const),
    ),
    fields: [...request.fields.values].map(([name, value]) => [
      // JSON sent as a form makes one long name of everything, the secret too.
      KNOWN_FIELDS.includes(name) ? name : MASK,
      PLAIN_FIELDS.includes(name) ? shown(value) : MASK,
    ]),
    status: null,
    note: '',
  };
}

function plainOr(plain: readonly string[], name: string, value: string): string {
  return plain.includes(name) ? value.slice(0, 200) : MASK;
}

function shown(value: Buffer): string {
  return value.subarray(0, 200).toString('utf8');
}
