// Looking for what is ours, and the looks before something is written, beside 10,000 credentials with a
// token each: how fast a folder of logs is searched beside `grep -F -f` and beside reading and hashing it
// alone, and how long the event loop is held. `node test/bench/search.bench.ts` prints it alone.
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../electron/main/domain/clock.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import { openSession, type SessionServices } from '../../electron/main/session/session-services.ts';
import { isLive } from '../../electron/main/domain/token-life.ts';
import { stateOf } from '../../electron/main/tokens/ledger/housekeeping.ts';
import { inventoryCsv, inventoryJson } from '../../electron/main/import-export/inventory.ts';
import { keepYoungHeapSmall } from '../../electron/main/platform/heap-size.ts';
import { makeHealthReport } from '../../electron/main/health/health-report.ts';
import { findSecretIn, scanForSecrets } from '../../electron/main/secret-scan/secret-scan.ts';
import type { SecretScanView } from '../../electron/shared/secret-scan/secret-scan-view.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createScriptedGateway } from '../support/scripted-gateway.ts';
import { contents, temporaryStore, valueOf } from '../unit/vault/store/vault-samples.ts';
import { collectGarbage, longestHold } from './longest-hold.ts';
import { interleaved, median, medianRatio, type Contestant } from './measure.ts';
import { bounded, row, table, type Row } from './results.ts';

const CREDENTIALS = 10_000;
const ROWS = 500;
const FILES = 16;
const LINES = 32_000;
const REPETITIONS = 3;
const MIB = 1024 ** 2;
const FRAME_MS = 16;

interface Measured {
  readonly ms: number;
  readonly holdMs: number;
  /** Of the event loop's thread: what it waited for is not in it. */
  readonly threadMs: number;
}

async function measured(work: () => Promise<unknown>): Promise<Measured> {
  collectGarbage();
  const began = performance.now();
  const before = process.threadCpuUsage();
  const holdMs = await longestHold(async () => void (await work()));
  const { user, system } = process.threadCpuUsage(before);
  return { ms: performance.now() - began, holdMs, threadMs: (user + system) / 1000 };
}

const secrets = Array.from({ length: 2 * CREDENTIALS }, () =>
  randomBytes(32).toString('base64url'),
);

async function vaultOfMany(directory: ReturnType<typeof temporaryStore>): Promise<SessionServices> {
  const nowMs = Date.now();
  const many = contents(CREDENTIALS);
  const vault = valueOf(
    await directory.create(SecretBytes.take(Buffer.from('correct horse battery staple')), {
      ...many,
      tokens: many.tokens.map((each) => ({ ...each, sentAtMs: nowMs })),
    }),
  );
  const bytesOf = (at: number): SecretBytes => SecretBytes.take(Buffer.from(secrets[at] ?? ''));
  const prints = secrets.map((_, at) => vault.fingerprint(bytesOf(at)));
  const seal = [
    ...many.credentials.map(({ id }, at) => ({
      name: { id, field: 'client_secret' } as const,
      secret: bytesOf(at),
    })),
    ...many.tokens.map(({ id }, at) => ({
      name: { id, field: 'access_token' } as const,
      secret: bytesOf(CREDENTIALS + at),
    })),
  ];
  valueOf(
    await vault.change({
      contents: (before) => ({
        ...before,
        credentials: before.credentials.map((each, at) => ({
          ...each,
          secretFingerprint: prints[at] ?? '',
        })),
        tokens: before.tokens.map((each, at) => ({
          ...each,
          fingerprint: prints[CREDENTIALS + at] ?? '',
        })),
      }),
      seal,
    }),
  );
  return await openSession({
    vault,
    gateway: createScriptedGateway(createFakeClock()),
    clock: systemClock,
    targetOf: (environment) => environment,
    changed: () => undefined,
    recordEvent: () => undefined,
    beforeResuming: () => Promise.resolve(),
  });
}

const heldAtMost = (id: string, what: string, ms: number): Row =>
  bounded(id, what, ms, {
    versus: `one frame, ${FRAME_MS} ms`,
    ratio: ms / FRAME_MS,
    most: 1,
  });

/** Access logs, with every hundredth token in them once. */
function writeLogs(folder: string): number {
  mkdirSync(folder);
  let bytes = 0;
  let planted = 0;
  for (let file = 0; file < FILES; file += 1) {
    const lines = Array.from({ length: LINES }, (_, line) => {
      const at = file * LINES + line;
      const isPlanted = at % 5_000 === 0 && planted < CREDENTIALS / 100;
      const about = isPlanted
        ? `token=${secrets[CREDENTIALS + 100 * planted] ?? ''}`
        : `id=${createHash('md5').update(String(at)).digest('hex')}`;
      planted += isPlanted ? 1 : 0;
      return `10.0.${at % 250}.7 - - [21/Nov/2026:10:${at % 60}:00] "GET /orders?${about}&page=${at} HTTP/1.1" 200 ${at % 9000}`;
    });
    const text = Buffer.from(lines.join('\n'));
    writeFileSync(path.join(folder, `access-${file}.log`), text);
    bytes += text.length;
  }
  expected = planted;
  return bytes;
}
let expected = 0;

async function hashed(folder: string): Promise<void> {
  for (let file = 0; file < FILES; file += 1) {
    const hash = createHash('sha256');
    const place = path.join(folder, `access-${file}.log`);
    for await (const piece of createReadStream(place)) hash.update(piece as Buffer);
    hash.digest();
  }
}

function grep(folder: string, values: string): number {
  const began = performance.now();
  const { stdout, status } = spawnSync('grep', ['-rohF', '-f', values, folder], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    maxBuffer: 64 * MIB,
  });
  const found = stdout.split('\n').filter((line) => line !== '').length;
  if (status !== 0 || found !== expected) throw new Error(`grep: ${found} of ${expected} found`);
  return performance.now() - began;
}

/** As large as an import may be: 500 rows, every tenth of them here already. */
function importFile(): Buffer {
  const lines = Array.from({ length: ROWS }, (_, at) =>
    at % 10 === 0
      ? `Desk ${at},client-${at}-0123456789abcdef,${secrets[at] ?? ''}`
      : `New ${at},new-client-${at},${randomBytes(32).toString('base64url')}`,
  );
  return Buffer.from(['label,client_id,client_secret', ...lines].join('\n'));
}

async function searching(session: SessionServices, folder: string): Promise<readonly Row[]> {
  const logs = path.join(folder, 'logs');
  const bytes = writeLogs(logs);
  const values = path.join(folder, 'values');
  writeFileSync(values, `${secrets.join('\n')}\n`);
  const search = async (paths: readonly string[]): Promise<SecretScanView> =>
    valueOf(await session.secretScan.search({ source: 'folder', paths }));
  const empty = path.join(folder, 'empty');
  mkdirSync(empty);
  const holds: number[] = [];
  const gathering: number[] = [];
  const contestants: readonly Contestant<number>[] = [
    {
      name: 'ours',
      async run() {
        // What it takes to know what is looked for is the same for any folder: measured apart.
        gathering.push((await measured(() => search([empty]))).ms);
        const { ms, holdMs } = await measured(async () => {
          const { found, moreFound } = await search([logs]);
          if (found.length + moreFound !== expected) throw new Error(`${found.length} found`);
        });
        holds.push(holdMs);
        return ms;
      },
    },
    { name: 'grep', run: () => Promise.resolve(grep(logs, values)) },
    { name: 'hashed', run: async () => (await measured(() => hashed(logs))).ms },
  ];
  const samples = await interleaved(contestants, REPETITIONS);
  const of = (name: string): readonly number[] => samples.get(name) ?? [];
  const speed = (name: string): string => ((bytes / MIB / median(of(name))) * 1000).toFixed(0);
  const size = `${(bytes / MIB).toFixed(0)} MiB of logs, 20,000 values`;
  return [
    row('SEARCH.grep', `${size}: whole search, ${speed('ours')} MiB/s`, median(of('ours')), {
      versus: `grep -F -f, values as they are alone, ${speed('grep')} MiB/s`,
      ratio: medianRatio(of('ours'), of('grep')),
    }),
    row('SEARCH.read', `${size}: the same`, median(of('ours')), {
      versus: `read and SHA-256, ${speed('hashed')} MiB/s`,
      ratio: medianRatio(of('ours'), of('hashed')),
    }),
    row('SEARCH.values', '20,000 values: opened and made ready to be found', median(gathering)),
    heldAtMost('SEARCH.hold', `${size}: longest hold of the event loop`, median(holds)),
  ];
}

async function writing(services: SessionServices): Promise<readonly Row[]> {
  const { session, texts, imports } = services;
  const found: Record<string, Measured[]> = {
    health: [],
    inventory: [],
    evidence: [],
    preview: [],
  };
  const page = `<p>${Array.from({ length: 2_000 }, (_, at) => `request ${at} &amp; its answer`).join('</p><p>')}</p>`;
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    found['health']?.push(
      await measured(async () => {
        const { report } = await makeHealthReport({
          session,
          uses: services.uses,
          locksByItself: true,
          hasRecoveryKey: true,
          authorityEndsAtMs: () => null,
        });
        if (report.credentials !== CREDENTIALS) throw new Error(`${report.credentials} looked at`);
      }),
    );
    found['inventory']?.push(
      await measured(async () => {
        const now = session.vault.contents();
        const sources = {
          contents: now,
          stateOf: (token: (typeof now.tokens)[number]) => stateOf(session, now, token),
          isLive: (token: (typeof now.tokens)[number]) => isLive(session, now, token),
          leftMs: session.expiries.remainingMs,
          nowMs: Date.now(),
          version: '0.0.0',
          careOf: () => ({ lastUsedAtMs: null, validUntilMs: null, dueAtMs: null, health: [] }),
        };
        await inventoryCsv(sources);
        const parts = await inventoryJson(sources);
        if (valueOf(await findSecretIn(session, texts, [parts])) !== null)
          throw new Error('a secret in an inventory');
      }),
    );
    found['evidence']?.push(
      await measured(async () => valueOf(await scanForSecrets(session, texts, [page, page]))),
    );
    // Made before: the random bytes of its secrets are no work of the import.
    const file = importFile();
    found['preview']?.push(
      await measured(async () => {
        const origin = { source: 'file', fileName: 'a.csv', path: null } as const;
        const draft = valueOf(await imports.begin(file, origin));
        const known = draft.rows.filter((each) => each.known[0]?.sameSecret === true);
        if (known.length !== ROWS / 10) throw new Error(`${known.length} rows known`);
      }),
    );
  }
  const rows = (name: string, id: string, what: string): readonly Row[] => {
    const all = found[name] ?? [];
    return [
      row(id, what, median(all.map(({ ms }) => ms))),
      heldAtMost(
        `${id}.hold`,
        `${what}: longest hold of the event loop`,
        median(all.map(({ holdMs }) => holdMs)),
      ),
    ];
  };
  const healthMs = median((found['health'] ?? []).map(({ threadMs }) => threadMs));
  return [
    bounded(
      'HEALTH.loop',
      'health report of 10,000 credentials with a token each: time of the event loop',
      healthMs,
      { versus: '100 ms', ratio: healthMs / 100, most: 1 },
    ),
    ...rows('health', 'HEALTH.report', 'health report of 10,000 credentials with a token each'),
    ...rows(
      'inventory',
      'EXPORT.inventory',
      '10,000 credentials and tokens: both inventories, searched',
    ),
    ...rows('evidence', 'EXPORT.evidence', '2 evidence pages searched for 20,000 values'),
    ...rows('preview', 'IMPORT.preview', '500 rows beside 10,000 credentials: read and previewed'),
  ];
}

export async function benchSearch(): Promise<readonly Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'strongroom-search-'));
  using store = temporaryStore();
  // As the app does: what is freed at once is what so many records leave behind (heap-size.ts).
  keepYoungHeapSmall();
  try {
    const services = await vaultOfMany(store);
    const rows = [...(await searching(services, folder)), ...(await writing(services))];
    await services.close();
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) process.stdout.write(`${table(await benchSearch())}\n`);
