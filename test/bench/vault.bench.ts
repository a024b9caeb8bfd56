// P1 to P3: unlocking and saving a vault of 1,000 and 10,000 credentials, split into the passphrase hash
// and the rest, beside the least any format must do, and beside keepassxc-cli on a KDBX 4 file of equal
// Argon2id cost. `node test/bench/vault.bench.ts` prints it alone.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashRaw } from '@node-rs/argon2';
import { build } from 'vite';
import { stamped } from '../reliability/support/stamp.ts';
import { dataKeyOf, openBytesWith } from '../reliability/support/vault-bytes.ts';
import { contents, secret, temporaryStore, valueOf } from '../unit/vault/store/vault-samples.ts';
import { writeKdbx } from './kdbx.ts';
import { longestHold } from './longest-hold.ts';
import { interleaved, median, medianRatio, type Contestant } from './measure.ts';
import { bounded, row, table, type Row } from './results.ts';
import { floorOf, writeRaw } from './vault-floor.ts';

const COST = { memoryKib: 65_536, iterations: 3, parallelism: 1 };
const PASSPHRASE = 'correct horse battery staple';
const REPETITIONS = 15;
const PROCESSES = 7;

const timed = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** The library alone: without what the app does to leave no passphrase behind in it. */
const bareHash = (salt: Buffer): Promise<Buffer> =>
  hashRaw(PASSPHRASE, {
    memoryCost: COST.memoryKib,
    timeCost: COST.iterations,
    parallelism: COST.parallelism,
    salt,
  });

/** The program beside which whole processes are measured; null where it is missing. */
export function keepassxc(): string | null {
  const { status, stdout } = spawnSync('keepassxc-cli', ['--version'], { encoding: 'utf8' });
  return status === 0 ? `keepassxc-cli ${stdout.trim()}` : null;
}

async function bundled(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: path.join(import.meta.dirname, 'unlock-and-list.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      rolldownOptions: {
        external: [/^@node-rs\//],
        output: { entryFileNames: 'unlock-and-list.mjs' },
      },
    },
  });
  // A bundle in a temporary folder finds no packages: the native one is named by its place.
  const file = path.join(folder, 'unlock-and-list.mjs');
  const argon2 = createRequire(import.meta.url).resolve('@node-rs/argon2');
  const text = readFileSync(file, 'utf8').replaceAll(
    /(['"])@node-rs\/argon2\1/g,
    JSON.stringify(pathToFileURL(argon2).href),
  );
  writeFileSync(file, text);
  return file;
}

function runProcess(program: string, args: readonly string[], lines: number): void {
  const { status, stdout, stderr } = spawnSync(program, args, {
    input: `${PASSPHRASE}\n`,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  const found = stdout.split('\n').filter((line) => line !== '').length;
  if (lines > 0 && found !== lines) throw new Error(`${program}: ${found} of ${lines} listed`);
}

interface Measured {
  readonly rows: readonly Row[];
  readonly saveMs: number;
}

async function measure(credentials: number): Promise<Measured> {
  using store = temporaryStore({ kdf: COST });
  const whole = contents(credentials);
  const vault = valueOf(await store.create(secret(PASSPHRASE), whole));
  const seal = whole.credentials.map(({ id }) => ({
    name: { id, field: 'client_secret' } as const,
    secret: secret(`secret of ${id}`),
  }));
  valueOf(await vault.change({ contents: (before) => before, seal }));
  const dataKey = await dataKeyOf(readFileSync(store.file), PASSPHRASE);
  const raw = readFileSync(store.file);
  const floor = floorOf(store.file, Buffer.from(JSON.stringify(whole)));
  const salt = Buffer.alloc(16, 7);
  const holds: { unlock: number[]; save: number[] } = { unlock: [], save: [] };
  await vault.lock();

  const opening: readonly Contestant<number>[] = [
    { name: 'hash', run: () => timed(() => bareHash(salt)) },
    {
      name: 'unlock',
      async run() {
        let ms = 0;
        const hold = await longestHold(async () => {
          ms = await timed(async () => {
            const opened = valueOf(await store.open(secret(PASSPHRASE)));
            if (opened.contents().credentials.length !== credentials) throw new Error('not whole');
            await opened.lock();
          });
        });
        holds.unlock.push(hold);
        return ms;
      },
    },
    { name: 'floor', run: () => timed(floor) },
    {
      name: 'rest',
      // Reads the file, as the floor does.
      run: () => timed(async () => valueOf(openBytesWith(readFileSync(store.file), dataKey))),
    },
  ];
  const opened = await interleaved(opening, REPETITIONS);

  const changed = valueOf(await store.open(secret(PASSPHRASE)));
  const saving: readonly Contestant<number>[] = [
    { name: 'raw', run: () => timed(() => writeRaw(store.directory, raw)) },
    {
      name: 'save',
      async run(repetition) {
        const change = { contents: (before: typeof whole) => stamped(before, repetition) };
        let ms = 0;
        const hold = await longestHold(async () => {
          ms = await timed(async () => valueOf(await changed.change(change)));
        });
        holds.save.push(hold);
        return ms;
      },
    },
  ];
  const saved = await interleaved(saving, REPETITIONS);
  await changed.lock();

  const of = (samples: ReadonlyMap<string, readonly number[]>, name: string) =>
    samples.get(name) ?? [];
  const ms = (name: string): string => `${median(of(opened, name)).toFixed(1)} ms`;
  const size = credentials.toLocaleString('en');
  const saveMs = median(of(saved, 'save'));
  return {
    saveMs,
    rows: [
      bounded(
        `P1.rest.${credentials}`,
        `${size} credentials: opening beyond the hash`,
        median(of(opened, 'rest')),
        {
          versus: `one sealed box, ${ms('floor')}`,
          ratio: medianRatio(of(opened, 'rest'), of(opened, 'floor')),
          most: 1.5,
        },
      ),
      bounded(
        `P1.unlock.${credentials}`,
        `${size} credentials: whole unlock, list and lock`,
        median(of(opened, 'unlock')),
        {
          versus: `the hash alone, ${ms('hash')}`,
          ratio: medianRatio(of(opened, 'unlock'), of(opened, 'hash')),
          most: 1.3,
        },
      ),
      bounded(
        `P1.hold.${credentials}`,
        `${size} credentials: longest hold of the event loop, unlocking`,
        median(holds.unlock),
        {
          versus: 'one frame, 16 ms',
          ratio: median(holds.unlock) / 16,
          most: 1,
        },
      ),
      bounded(
        `P3.save.${credentials}`,
        `${size} credentials: durable save after one change`,
        saveMs,
        {
          versus: `raw durable write, ${median(of(saved, 'raw')).toFixed(1)} ms`,
          ratio: medianRatio(of(saved, 'save'), of(saved, 'raw')),
          most: 3,
        },
      ),
      bounded(
        `P3.hold.${credentials}`,
        `${size} credentials: longest hold of the event loop, saving`,
        median(holds.save),
        {
          versus: '20 ms',
          ratio: median(holds.save) / 20,
          most: 1,
        },
      ),
      ...(await wholeProcesses(credentials, whole, store)),
    ],
  };
}

async function wholeProcesses(
  credentials: number,
  whole: ReturnType<typeof contents>,
  store: { readonly directory: string },
): Promise<readonly Row[]> {
  if (keepassxc() === null) return [];
  const kdbx = path.join(store.directory, 'beside.kdbx');
  const same = path.join(store.directory, 'beside-same.kdbx');
  const entries = whole.credentials.map(({ id, label, clientId }) => ({
    title: label,
    userName: clientId,
    password: `secret of ${id}`,
  }));
  writeFileSync(kdbx, await writeKdbx(PASSPHRASE, COST, entries));
  const filled = entries.map((entry, at) => ({
    ...entry,
    more: { ...factsOf(whole.credentials[at]), ...factsOf(whole.tokens[at], 'token ') },
  }));
  writeFileSync(same, await writeKdbx(PASSPHRASE, COST, filled));
  const ours = await bundled(store.directory);
  const node = process.execPath;
  const pairs = [
    {
      id: 'P2.list',
      what: 'whole process: unlock and list',
      ours: () => runProcess(node, [ours, store.directory], credentials),
      theirs: () => runProcess('keepassxc-cli', ['ls', '-q', kdbx], credentials),
      most: credentials > 1_000 ? 0.2 : 0.5,
    },
    {
      id: 'P2.same',
      what: 'whole process: unlock and list, every fact of ours in their file too',
      ours: () => runProcess(node, [ours, store.directory], credentials),
      theirs: () => runProcess('keepassxc-cli', ['ls', '-q', same], credentials),
      most: null,
    },
    {
      id: 'P2.edit',
      what: 'whole process: unlock, change one, save',
      ours: () => runProcess(node, [ours, store.directory, `Desk of ${Date.now()}`], credentials),
      theirs: () =>
        runProcess('keepassxc-cli', ['edit', '-q', '-u', `n${Date.now()}`, kdbx, 'Desk 5'], 0),
      most: null,
    },
  ];
  const rows: Row[] = [];
  for (const { id, what, ours: run, theirs, most } of pairs) {
    const samples = await interleaved(
      [
        { name: 'ours', run: () => timed(run) },
        { name: 'theirs', run: () => timed(theirs) },
      ],
      PROCESSES,
    );
    const [mine = [], other = []] = [samples.get('ours'), samples.get('theirs')];
    const versus = `keepassxc-cli, ${median(other).toFixed(0)} ms`;
    const ratio = medianRatio(mine, other);
    const named = `${credentials.toLocaleString('en')} credentials, ${what}`;
    rows.push(
      most === null
        ? row(`${id}.${credentials}`, named, median(mine), { versus, ratio })
        : bounded(`${id}.${credentials}`, named, median(mine), { versus, ratio, most }),
    );
  }
  return rows;
}

/** The fields of a row as a KeePass file holds what has no field of its own there. */
function factsOf(item: object | undefined, before = ''): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(item ?? {}).map(([name, value]) => [before + name, JSON.stringify(value)]),
  );
}

export async function benchVault(): Promise<Row[]> {
  const small = await measure(1_000);
  const large = await measure(10_000);
  const growth = bounded('P3.growth', 'a save of 10,000 credentials', large.saveMs, {
    versus: `of 1,000, ${small.saveMs.toFixed(1)} ms`,
    ratio: large.saveMs / small.saveMs,
    most: 6,
  });
  return [...small.rows, ...large.rows, growth];
}

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(`${table(await benchVault())}\n`);
}
