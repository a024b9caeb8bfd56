// Runs on a small file system of its own: fills it to every level and goes on noting events, then makes
// room again. Prints a report; checks nothing that the report does not say.
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openHistory, type History } from '../../../electron/main/history/history.ts';
import { RETRY_MS } from '../../../electron/main/history/history-writer.ts';
import { NO_CONTENTS } from '../../../electron/main/vault/vault.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createMemoryVault } from '../../support/memory-vault.ts';
import { event } from '../../support/test-history.ts';

const LEVELS = 24;
const NOTED_AT_EACH = 40;
const directory = process.argv[2] ?? '';
const ballast = path.join(directory, 'ballast');
const clock = createFakeClock();
const vault = { ...createMemoryVault(NO_CONTENTS), lock: () => Promise.resolve() };
const problems: string[] = [];
let refused = 0;
let noted = 0;

const open = (): History =>
  openHistory({ vault, clock, directory, changed: () => undefined, lockedBy: () => null });

function leaveFree(bytes: number): void {
  rmSync(ballast, { force: true });
  const { bavail, bsize } = statfsSync(directory);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
}

let history = open();
await history.written();
for (let level = 0; level < LEVELS; level += 1) {
  leaveFree(level * 4_096);
  for (let each = 0; each < NOTED_AT_EACH; each += 1) {
    noted += 1;
    history.recordEvent(event(`Event ${noted}`));
    if (await history.written()) continue;
    refused += 1;
    const code = history.standing().failure?.code;
    if (code !== 'disk_full') problems.push(`level ${level}: ${code}`);
  }
  // Some sessions end in between.
  if (level % 6 === 5) {
    rmSync(ballast, { force: true });
    await clock.advance(RETRY_MS);
    await history.written();
    await history.close();
    history = open();
  }
  rmSync(ballast, { force: true });
  await clock.advance(RETRY_MS);
  if (!(await history.written())) problems.push(`level ${level}: not written once there was room`);
  const { failure, damage } = history.standing();
  if (failure !== null || damage !== null) problems.push(`level ${level}: still standing badly`);
}
const verdict = await history.verify();
if (!verdict.ok || verdict.value.damage !== null) problems.push('not one unbroken chain');
const all = await history.all();
const labels = all.ok ? all.value.events.flatMap(({ event: each }) => each?.label ?? []) : [];
const wanted = Array.from({ length: noted }, (_, at) => `Event ${at + 1}`);
if (labels.join() !== wanted.join()) problems.push(`${labels.length} of ${noted} events`);
await history.close();
process.stdout.write(JSON.stringify({ noted, refused, problems }));
