// `npm run bench`: the figures of docs/performance.md, each beside what people use today or beside the least that any
// app must do. Prints a table; `-- --only unlock,save` measures a part. It ends with 1 only where something was done
// wrongly: a goal that does not hold is said.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prepareTestHost } from '../support/test-host.ts';
import { benchRequests } from './request.bench.ts';
import { table, type Row } from './results.ts';
import { benchRevocations } from './revoke.bench.ts';
import { benchSave, benchUnlock } from './vault.bench.ts';
import { buildApp, benchList, benchSearch, benchStart } from './window.bench.ts';

interface Part {
  readonly name: string;
  readonly inWindow?: true;
  readonly run: (folder: string) => Promise<readonly Row[]>;
}

const parts: readonly Part[] = [
  { name: 'start', inWindow: true, run: benchStart },
  { name: 'unlock', run: benchUnlock },
  { name: 'save', run: benchSave },
  { name: 'request', run: benchRequests },
  { name: 'revoke', run: benchRevocations },
  { name: 'list', inWindow: true, run: benchList },
  { name: 'search', inWindow: true, run: benchSearch },
];

const at = process.argv.indexOf('--only');
const only = at === -1 ? null : (process.argv[at + 1] ?? '').split(',');
const asked = parts.filter(({ name }) => only?.includes(name) ?? true);
const folder = mkdtempSync(path.join(os.tmpdir(), 'strongroom-bench-'));
try {
  const [processor] = os.cpus();
  const load = ((os.loadavg()[0] ?? 0) / os.availableParallelism()).toFixed(1);
  process.stdout.write(
    `${os.availableParallelism()} cores (${processor?.model.trim()}), Node ${process.version}, ${load} runnable processes a core\n`,
  );
  if (asked.some(({ inWindow }) => inWindow)) {
    const host = prepareTestHost();
    process.stdout.write(`The window runs on ${host}.\n`);
    buildApp();
  }
  const rows: Row[] = [];
  for (const { name, run } of asked) {
    process.stdout.write(`${name} ...\n`);
    rows.push(...(await run(folder)));
  }
  process.stdout.write(`${table(rows)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
