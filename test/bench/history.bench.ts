// P12: one durable event beside a raw append and fsync, with an empty log and with 100,000 events; and
// verifying 100,000 events beside hashing their bytes. `node test/bench/history.bench.ts` prints it.
import { hash } from 'node:crypto';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemClock } from '../../electron/main/domain/clock.ts';
import type { HistoryEvent } from '../../electron/main/domain/history-event.ts';
import type { CredentialId, TokenId } from '../../electron/main/domain/ids.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { createHistoryKeys, type HistoryKeys } from '../../electron/main/history/history-keys.ts';
import {
  createHistoryWriter,
  type HistoryWriter,
} from '../../electron/main/history/history-writer.ts';
import { verifyWhole } from '../../electron/main/history/log-checks.ts';
import { openLog, type LogFile } from '../../electron/main/history/log-file.ts';

export interface Measurement {
  readonly id: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly versus: string | null;
  readonly ratio: number | null;
  readonly goal: string | null;
  readonly holds: boolean | null;
}

const EVENTS = 100_000;
const DURABLE = 200;
const REPETITIONS = 7;

const event: HistoryEvent = {
  what: 'revoke_accepted',
  atMs: 1_795_000_000_000,
  by: 'app',
  credentialId: '5b3c1f7a-8f0d-4f2f-9a55-1f0a2f6d3c11' as CredentialId,
  label: 'Desk A, production',
  tokenId: '0c2a6f5e-7a3b-4a0e-8a4c-77c1d7c7e0aa' as TokenId,
  fingerprint: '4f05·02c1',
  status: 200,
  durationMs: 148,
};

interface Subject {
  readonly log: LogFile;
  readonly keys: HistoryKeys;
  readonly writer: HistoryWriter;
}

async function subjectIn(folder: string, name: string): Promise<Subject> {
  const opened = await openLog(path.join(folder, name));
  if (!opened.ok) throw new Error(opened.failure);
  const secret = SecretBytes.take(Buffer.alloc(32, 7));
  const keys = createHistoryKeys(secret);
  const log = opened.value;
  const writer = createHistoryWriter({ clock: systemClock, standing: () => undefined });
  writer.attach({ log, keys, head: { seq: 0, chain: keys.genesis } });
  return { log, keys, writer };
}

function fill({ writer }: Subject): void {
  for (let at = 0; at < EVENTS; at += 1_000) {
    for (let each = 0; each < 1_000; each += 1) writer.recordEvent(event);
    if (!writer.flush()) throw new Error('not written');
  }
}

/** Microseconds for each of `DURABLE` events, every one durable before the next. */
function ours({ writer }: Subject): number {
  const began = performance.now();
  for (let each = 0; each < DURABLE; each += 1) {
    writer.recordEvent(event);
    if (!writer.flush()) throw new Error('not written');
  }
  return ((performance.now() - began) * 1_000) / DURABLE;
}

function raw(file: number, row: Buffer): number {
  const began = performance.now();
  for (let each = 0; each < DURABLE; each += 1) {
    writeSync(file, row);
    fsyncSync(file);
  }
  return ((performance.now() - began) * 1_000) / DURABLE;
}

async function verified({ log, keys, writer }: Subject): Promise<number> {
  const head = writer.head();
  if (head === null) throw new Error('no head');
  const began = performance.now();
  const checked = await verifyWhole(log, keys, head, () => true);
  if (!checked.ok) throw new Error('not verified');
  return performance.now() - began;
}

/** The same rows read the same way, and each one's bytes hashed. */
function hashed({ log, writer }: Subject): number {
  const last = writer.head()?.seq ?? 0;
  const began = performance.now();
  let at = 0;
  while (at < last) {
    const rows = log.after(at, 200);
    if (!rows.ok) throw new Error(rows.failure);
    for (const { seq, sealed } of rows.value) {
      hash('sha256', sealed, 'buffer');
      at = seq;
    }
  }
  return performance.now() - began;
}

/** The bytes alone, in one piece and in memory already: the floor no log of single rows can reach. */
function hashedAtOnce({ log, writer }: Subject): () => number {
  const rows = log.after(0, writer.head()?.seq ?? 0);
  if (!rows.ok) throw new Error(rows.failure);
  const bytes = Buffer.concat(rows.value.map(({ sealed }) => sealed));
  return () => {
    const began = performance.now();
    hash('sha256', bytes, 'buffer');
    return performance.now() - began;
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Interleaved, the order reversed each time; the ratio is the median of each repetition's. */
async function pair(
  a: () => number | Promise<number>,
  b: () => number | Promise<number>,
): Promise<{ readonly a: number; readonly b: number; readonly ratio: number }> {
  const samples: { a: number; b: number }[] = [];
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    if (repetition % 2 === 0) samples.push({ a: await a(), b: await b() });
    else {
      const second = await b();
      samples.push({ a: await a(), b: second });
    }
  }
  return {
    a: median(samples.map((each) => each.a)),
    b: median(samples.map((each) => each.b)),
    ratio: median(samples.map((each) => each.a / each.b)),
  };
}

const rounded = (value: number): number => Number(value.toPrecision(3));

function beside(
  id: string,
  what: string,
  unit: string,
  found: { readonly a: number; readonly b: number; readonly ratio: number },
  versus: string,
  most: number,
): Measurement {
  return {
    id,
    what,
    value: rounded(found.a),
    unit,
    versus: `${versus}: ${rounded(found.b)} ${unit}`,
    ratio: rounded(found.ratio),
    goal: `at most ${most}`,
    holds: found.ratio <= most,
  };
}

export async function benchHistory(): Promise<Measurement[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'strongroom-bench-history-'));
  const plain = openSync(path.join(folder, 'raw'), 'a', 0o600);
  const empty = await subjectIn(folder, 'empty.history');
  const long = await subjectIn(folder, 'long.history');
  try {
    fill(long);
    const row = Buffer.alloc(320, 1);
    const atNone = await pair(
      () => ours(empty),
      () => raw(plain, row),
    );
    const atMany = await pair(
      () => ours(long),
      () => raw(plain, row),
    );
    const growth = await pair(
      () => ours(long),
      () => ours(empty),
    );
    const verify = await pair(
      () => verified(long),
      () => hashed(long),
    );
    const floor = await pair(() => verified(long), hashedAtOnce(long));
    const written = long.writer.head()?.seq ?? 0;
    if (written !== EVENTS + 2 * REPETITIONS * DURABLE) throw new Error('events are missing');
    const append = 'append and fsync of as many bytes';
    return [
      beside('P12.event', 'one durable event, log empty', 'µs', atNone, append, 3),
      beside('P12.event.100k', 'one durable event, 100,000 before it', 'µs', atMany, append, 3),
      beside('P12.growth', 'one durable event, 100,000 before it', 'µs', growth, 'log empty', 1.5),
      beside(
        'P12.verify',
        'verifying 100,000 events',
        'ms',
        verify,
        'reading the same rows and hashing each with SHA-256',
        2,
      ),
      // The first goal: what is read, opened and chained row by row, beside bytes that lie there.
      beside(
        'P12.verify.floor',
        'verifying 100,000 events',
        'ms',
        floor,
        'one SHA-256 over their bytes, in memory already',
        2,
      ),
    ];
  } finally {
    closeSync(plain);
    for (const { log, writer, keys } of [empty, long]) {
      writer.close();
      log.close();
      keys.wipe();
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.table(await benchHistory());
}
