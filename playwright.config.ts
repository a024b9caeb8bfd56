// Journeys through the built app's windows, on real Electron where its binary is present, otherwise on
// the stand-in host. The journeys themselves use Playwright's _electron alone.
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { hostSentence, prepareTestHost } from './test/support/test-host.ts';

const host = prepareTestHost();
// Workers read this file too: the sentence belongs to the run, not to each of them.
if (process.env['TEST_WORKER_INDEX'] === undefined) {
  process.stdout.write(`${hostSentence(host)}\n`);
}

/** Those of the main job alone, in windows that can be seen (test/visible-journeys.ts). */
const visible = Boolean(process.env['STRONGROOM_VISIBLE_JOURNEYS']);

export default defineConfig({
  testDir: 'test/journeys',
  testMatch: '*.journey.ts',
  ...(visible ? { grep: /@visible/ } : {}),
  outputDir: visible ? 'test-results/visible' : 'test-results/journeys',
  workers: 2,
  // Against hanging alone: a machine with other work takes several times as long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  metadata: { host, visible },
  reporter: process.env['STRONGROOM_JOURNEY_REPORT']
    ? [['list'], ['json', { outputFile: path.resolve(process.env['STRONGROOM_JOURNEY_REPORT']) }]]
    : [['list']],
});
