// Looks for patterns among all strings of a page's V8 heap. Misses array buffers, input values and
// text nodes: process-memory.ts finds those. Never sends a pattern into the page.
import type { Page } from '@playwright/test';
import type { Pattern } from './patterns.ts';
import { findInText, type Finding } from './search.ts';

export interface HeapSearch {
  readonly findings: readonly Finding[];
  /** How many strings were looked at: a search of nothing proves nothing. */
  readonly strings: number;
}

interface Snapshot {
  readonly strings: readonly string[];
}

/** Takes a snapshot after a garbage collection: search the process's memory before this. */
export async function searchHeap(
  page: Page,
  where: string,
  patterns: readonly Pattern[],
): Promise<HeapSearch> {
  const strings = await heapStrings(page);
  const findings = strings.flatMap((text) => findInText(where, text, patterns));
  return { findings, strings: strings.length };
}

/** All strings of the page's heap after a garbage collection. */
export async function heapStrings(page: Page): Promise<readonly string[]> {
  const devTools = await page.context().newCDPSession(page);
  const parts: string[] = [];
  devTools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk));
  await devTools.send('HeapProfiler.enable');
  await devTools.send('HeapProfiler.collectGarbage');
  await devTools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await devTools.detach();
  const { strings } = JSON.parse(parts.join('')) as Snapshot;
  return strings;
}
