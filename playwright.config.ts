// Journeys through the built app's windows, on real Electron where its binary is present, otherwise on
// the stand-in host. The journeys themselves use Playwright's _electron alone.
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { heapDraw } from './test/support/leakscan/heap-draw.ts';
import { runSeed } from './test/support/run-seed.ts';
import { hostSentence, prepareTestHost } from './test/support/test-host.ts';

const host = prepareTestHost();
const seed = runSeed();
const report = process.env['STRONGROOM_JOURNEY_REPORT'];
// Workers read this file too: the sentence belongs to the run, not to each of them.
if (process.env['TEST_WORKER_INDEX'] === undefined) {
  process.stdout.write(`${hostSentence(host)}\n`);
}

const SCREENS = ['screens.journey.ts', 'written-pages.journey.ts'];
const HOST_CONTRACT = 'host-contract.journey.ts';
const DISPLAYS = 'displays.journey.ts';

/** Those of the main job alone, in windows that can be seen (test/visible-journeys.ts). */
const visible = Boolean(process.env['STRONGROOM_VISIBLE_JOURNEYS']);

export default defineConfig({
  testDir: 'test/journeys',
  projects: [
    {
      name: 'app',
      testMatch: '*.journey.ts',
      testIgnore: visible ? [...SCREENS, HOST_CONTRACT] : [...SCREENS, HOST_CONTRACT, DISPLAYS],
    },
    // Pictures in both themes at two sizes: in `npm run test:all` alone, like what is tagged @long.
    { name: 'screens', testMatch: SCREENS },
    // What the product relies on in its host: counted apart from the product.
    { name: 'host', testMatch: HOST_CONTRACT },
  ],
  ...(visible ? { grep: /@visible/ } : {}),
  outputDir: visible ? 'test-results/visible' : 'test-results/journeys',
  // More than half of a journey is waiting: for a server, a clock or a screen.
  workers: 4,
  // Against hanging alone: a machine with other work takes several times as long.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // What waited in vain once is repeated and told apart (test/support/report-count.ts); nothing else is forgiven.
  retries: 1,
  metadata: { host, seed, visible },
  reporter: [
    ['list'],
    ...heapDraw,
    ...(report === undefined ? [] : [['json', { outputFile: path.resolve(report) }] as const]),
  ],
});
