// What notes cost a vault in which every credential has some: opening it beyond the passphrase's hash, beside the least
// any format must do with the same contents, and listing it, the first whole view for the window, beside the same vault
// without notes. `node test/bench/notes.bench.ts` prints it alone.
import { readFileSync } from 'node:fs';
import { systemClock } from '../../electron/main/domain/clock.ts';
import { createPublisher } from '../../electron/main/ipc/publisher.ts';
import { NOTHING_TO_TELL } from '../../electron/main/session/lock-summary.ts';
import { openSession, type SessionServices } from '../../electron/main/session/session-services.ts';
import { dataKeyOf, openBytesWith } from '../reliability/support/vault-bytes.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { linuxMachine, notLocking, safeSettings } from '../support/protection.ts';
import { createScriptedGateway } from '../support/scripted-gateway.ts';
import {
  LOW_COST,
  PASSPHRASE,
  contents,
  secret,
  temporaryStore,
  valueOf,
} from '../unit/vault/store/vault-samples.ts';
import { interleaved, median, medianRatio } from './measure.ts';
import { bounded, table, type Row } from './results.ts';
import { floorOf } from './vault-floor.ts';

const REPETITIONS = 9;
/** Some lines, as people write them; the most is ten times that. */
const NOTE_LENGTH = 400;

const notesOf = (index: number): string =>
  `Call desk ${index} before it is replaced.\nUsed by the quoting service.\n`
    .repeat(10)
    .slice(0, NOTE_LENGTH);

const timed = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

interface Vault {
  readonly open: () => Promise<unknown>;
  /** One sealed box with the same contents, opened and parsed. */
  readonly openFloor: () => unknown;
  readonly list: () => void;
  readonly end: () => Promise<void>;
}

async function vaultOf(credentials: number, hasNotes: boolean): Promise<Vault> {
  const store = temporaryStore({ kdf: LOW_COST });
  const many = contents(credentials);
  const whole = {
    ...many,
    credentials: many.credentials.map((each, index) => ({
      ...each,
      ...(hasNotes ? { notes: notesOf(index), webPage: 'https://app.example/keys/1' } : {}),
    })),
  };
  const vault = valueOf(await store.create(secret(PASSPHRASE), whole));
  const bytes = readFileSync(store.file);
  const dataKey = await dataKeyOf(bytes, PASSPHRASE);
  const services = await openSession({
    vault,
    gateway: createScriptedGateway(createFakeClock()),
    clock: systemClock,
    targetOf: (environment) => environment,
    changed: () => undefined,
    recordEvent: () => undefined,
    beforeResuming: () => Promise.resolve(),
  });
  return {
    open: async () => valueOf(await openBytesWith(readFileSync(store.file), dataKey)),
    openFloor: floorOf(store.file, Buffer.from(JSON.stringify(whole))),
    list() {
      if (publisherOf(services).follow(null) === undefined) throw new Error('no view');
    },
    async end() {
      await services.close();
      await vault.lock();
      store[Symbol.dispose]();
    },
  };
}

/** One that has shown nothing yet, as after unlocking. */
const publisherOf = (services: SessionServices) =>
  createPublisher({
    clock: systemClock,
    sources: () => ({
      vaultSession: { state: 'unlocked', failure: null, ...NOTHING_TO_TELL },
      services,
      opened: null,
      handOut: {
        door: { state: () => 'closed' },
        handOuts: { list: () => [], waiting: () => 0 },
      },
      rescue: { found: null, offer: null, restored: null },
      rolledBack: false,
      damagedFile: null,
      otherWays: [],
      settings: safeSettings,
      autoLock: notLocking,
      machine: linuxMachine,
      history: null,
      clipboard: null,
      clockSkewSeconds: null,
      standInHost: false,
      drills: { standing: () => null },
      practiceTarget: null,
      nowMs: systemClock.nowMs(),
    }),
    differs: () => undefined,
    push: () => undefined,
  });

async function measure(credentials: number): Promise<readonly Row[]> {
  const noted = await vaultOf(credentials, true);
  const plain = await vaultOf(credentials, false);
  const size = `${credentials.toLocaleString('en')} credentials with ${NOTE_LENGTH} characters of notes each`;
  const beside = async (ours: () => unknown, theirs: () => unknown) => {
    const samples = await interleaved(
      [
        { name: 'ours', run: () => timed(ours) },
        { name: 'theirs', run: () => timed(theirs) },
      ],
      REPETITIONS,
    );
    const [mine = [], other = []] = [samples.get('ours'), samples.get('theirs')];
    return {
      ms: median(mine),
      besideMs: median(other).toFixed(1),
      ratio: medianRatio(mine, other),
    };
  };
  const opened = await beside(noted.open, noted.openFloor);
  const listed = await beside(noted.list, plain.list);
  const rows = [
    bounded(`NOTES.open.${credentials}`, `${size}: opening beyond the hash`, opened.ms, {
      versus: `one sealed box, ${opened.besideMs} ms`,
      ratio: opened.ratio,
      most: 1.5,
    }),
    bounded(`NOTES.list.${credentials}`, `${size}: the first whole view`, listed.ms, {
      versus: `without notes, ${listed.besideMs} ms`,
      ratio: listed.ratio,
      most: 2,
    }),
  ];
  await noted.end();
  await plain.end();
  return rows;
}

export async function benchNotes(): Promise<readonly Row[]> {
  return [...(await measure(1_000)), ...(await measure(10_000))];
}

if (import.meta.main) process.stdout.write(`${table(await benchNotes())}\n`);
