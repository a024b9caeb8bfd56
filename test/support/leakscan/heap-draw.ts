// A Playwright reporter that draws one journey of each file, by the seed of the run. A snapshot of the page's heap
// takes two seconds of a processor and its search two more: it is taken at the end of these journeys, with
// STRONGROOM_HEAPS=few of eight of them, and with STRONGROOM_HEAPS=every of all.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter';
import { randomFrom } from '../../reliability/support/figures.ts';
import { runSeed } from '../run-seed.ts';

const drawnFile = path.join(import.meta.dirname, '../../../test-results/heaps-drawn.json');
const DRAWS = process.env['STRONGROOM_HEAPS'] !== 'every';
const FEW = process.env['STRONGROOM_HEAPS'] === 'few' ? 8 : Number.POSITIVE_INFINITY;

/** For the list of reporters: no reporter where every heap is searched. */
export const heapDraw: readonly [string][] = DRAWS ? [[import.meta.filename]] : [];

let drawn: readonly string[] | null = null;

/** Whether the heap is searched at the end of the test with this id. */
export function searchesHeap(testId: string): boolean {
  if (!DRAWS) return true;
  drawn ??= JSON.parse(readFileSync(drawnFile, 'utf8')) as string[];
  return drawn.includes(testId);
}

// oxlint-disable-next-line import/no-default-export -- Playwright takes a reporter by its default export.
export default class HeapDraw implements Reporter {
  onBegin(_config: FullConfig, suite: Suite): void {
    const files = Map.groupBy(suite.allTests(), ({ location }) => location.file);
    const random = randomFrom(runSeed());
    const ids = [...files.values()]
      .map((tests) => ({
        id: tests[Math.floor(random() * tests.length)]?.id ?? '',
        rank: random(),
      }))
      .sort((one, other) => one.rank - other.rank)
      .slice(0, FEW)
      .map(({ id }) => id);
    mkdirSync(path.dirname(drawnFile), { recursive: true });
    writeFileSync(drawnFile, JSON.stringify(ids));
  }

  printsToStdio(): boolean {
    return false;
  }
}
