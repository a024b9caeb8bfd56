// P13: how long bytes that another party chose hold the event loop at most, one row for each reader: the
// worst of its inputs at the largest size it takes. `node test/bench/hold.bench.ts` prints it alone, and
// with an argument the readers whose row has it in its name.
import { collectGarbage, longestHold } from './longest-hold.ts';
import { readers, type Reader } from './readers.ts';
import { bounded, table, type Row } from './results.ts';

const MOST_MS = 16;
/** The least of them counts: what else the machine does is added to a hold, and never taken away. */
const REPETITIONS = 5;
/** Inputs that are measured again: a first look at each finds them. */
const WORST = 3;

async function holdMs(read: Reader['read'], bytes: Buffer): Promise<number> {
  return await longestHold(async () => void (await read(bytes)));
}

async function holdOf({ id, what, largestBytes, inputs, read }: Reader): Promise<Row> {
  const looks: { readonly name: string; readonly make: () => Buffer; readonly ms: number }[] = [];
  // Once unmeasured: what is read in earnest is compiled by then.
  for (const input of inputs.slice(0, WORST)) await read(input.make(largestBytes));
  for (const { name, make } of inputs) {
    const made = (): Buffer => make(largestBytes);
    looks.push({ name, make: made, ms: await holdMs(read, made()) });
  }
  const worst = { name: '', ms: 0 };
  for (const { name, make } of looks.toSorted((a, b) => b.ms - a.ms).slice(0, WORST)) {
    const times: number[] = [];
    for (let at = 0; at < REPETITIONS; at += 1) {
      const bytes = make();
      // Not at the first look at each of thousands: it takes longer than the reading.
      collectGarbage();
      times.push(await holdMs(read, bytes));
    }
    const ms = Math.min(...times);
    if (ms > worst.ms) Object.assign(worst, { name, ms });
  }
  return bounded(`P13.${id}`, `${what}, ${sizeOf(largestBytes)}: ${worst.name}`, worst.ms, {
    versus: `one frame, ${MOST_MS} ms`,
    ratio: worst.ms / MOST_MS,
    most: 1,
  });
}

const sizeOf = (bytes: number): string =>
  bytes >= 1024 ** 2 ? `${bytes / 1024 ** 2} MiB` : `${bytes / 1024} KiB`;

export async function benchHolds(wanted = ''): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const reader of readers) {
    if (`P13.${reader.id}`.includes(wanted)) rows.push(await holdOf(reader));
  }
  return rows;
}

if (import.meta.main) process.stdout.write(`${table(await benchHolds(process.argv[2]))}\n`);
