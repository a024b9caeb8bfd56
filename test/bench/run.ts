// `npm run bench`: every figure of the performance goals, beside what people use today. Prints a table,
// writes results.json and the folder results/. `--only P5,P6` runs a part and writes nothing. Ends with
// 1 only where something was done wrongly: a goal that does not hold is said.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestCertificates } from '../support/test-certificates.ts';
import type { HoldsOrder } from './apart.ts';
import type { BareOrder } from './bare-client.ts';
import { benchHistory } from './history.bench.ts';
import { startHelper, type Addresses, type ServerOrder } from './bench-control.ts';
import type { Lab } from './lab.ts';
import type { RunOrder } from './our-run.ts';
import { benchNotes } from './notes.bench.ts';
import { benchRequests } from './request.bench.ts';
import { machine, table, write, type Row } from './results.ts';
import { benchFirstByte, benchHistoryCost, benchLimit, benchRevocations } from './revoke.bench.ts';
import { openScripts } from './scripts.ts';
import { benchVault, keepassxc } from './vault.bench.ts';
import { benchWindow } from './window.bench.ts';

interface Part {
  readonly id: string;
  readonly run: (lab: Lab) => Promise<readonly Row[]>;
}

const parts: readonly Part[] = [
  { id: 'P1-P2-P3', run: benchVault },
  { id: 'P4', run: benchRequests },
  { id: 'P6', run: benchFirstByte },
  { id: 'P5.limit', run: benchLimit },
  { id: 'P5.history', run: benchHistoryCost },
  { id: 'P5', run: benchRevocations },
  { id: 'P12', run: benchHistory },
  { id: 'SEARCH', run: () => apart('search') },
  { id: 'NOTES', run: benchNotes },
  { id: 'P7-P8-P9-P10-P11', run: benchWindow },
];

/** In a process of its own: what the parts before left in memory would hold the loop for longer than what is measured. */
async function apart(part: HoldsOrder['part']): Promise<readonly Row[]> {
  const process = startHelper<HoldsOrder>('apart.ts');
  try {
    return await process.ask<readonly Row[]>({ part });
  } finally {
    process.stop();
  }
}

const only = process.argv.includes('--only')
  ? (process.argv[process.argv.indexOf('--only') + 1] ?? '').split(',')
  : null;
const folder = mkdtempSync(path.join(tmpdir(), 'strongroom-bench-'));
const certificates = await createTestCertificates();
const server = startHelper<ServerOrder>('bench-server.ts');
const scripts = openScripts(folder, certificates.authority);
const ours = startHelper<RunOrder>('our-run.ts');
const bare = startHelper<BareOrder>('bare-client.ts');
try {
  const lab: Lab = {
    server,
    ours,
    bare,
    scripts,
    authorityPem: certificates.authority,
    addresses: await server.ask<Addresses>({ do: 'start', certificate: certificates.good }),
  };
  const facts = machine({ curl: scripts.curl, keepassxc: keepassxc() });
  const rows: Row[] = [];
  for (const { id, run } of parts) {
    if (only !== null && !only.some((each) => id === each || id.split(/[.-]/).includes(each)))
      continue;
    process.stdout.write(`${id} ...\n`);
    const found = await run(lab);
    process.stdout.write(`${table(found)}\n\n`);
    rows.push(...found);
  }
  if (only === null) write(import.meta.dirname, rows, facts);
  const failing = rows.filter(({ holds }) => holds === false).length;
  const holding = rows.filter(({ holds }) => holds === true).length;
  process.stdout.write(`${holding} goals hold, ${failing} do not\n`);
} finally {
  for (const each of [server, ours, bare, scripts]) each.stop();
  rmSync(folder, { recursive: true, force: true });
}
