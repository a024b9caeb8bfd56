// Looks for patterns among all strings of a page's V8 heap. Misses array buffers, input values and
// text nodes: process-memory.ts finds those. Never sends a pattern into the page.
import type { CDPSession, Page } from '@playwright/test';
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

/** So long a part that the answer overtook is waited for. */
const LATE_MS = 5_000;
const TRIES = 3;

/** All strings of the page's heap after a garbage collection. A snapshot that is cut is taken again. */
export async function heapStrings(page: Page, lateMs = LATE_MS): Promise<readonly string[]> {
  const devTools = await page.context().newCDPSession(page);
  const lengths: number[] = [];
  try {
    await devTools.send('HeapProfiler.enable');
    for (let tries = 0; tries < TRIES; tries += 1) {
      const taken = await takeSnapshot(devTools, lateMs);
      if (typeof taken !== 'number') return taken.strings;
      lengths.push(taken);
    }
  } finally {
    await devTools.detach();
  }
  throw new Error(
    `the heap snapshot was cut each time, after so many characters: ${lengths.join()}`,
  );
}

/** @returns how many characters came, where it is not whole. */
async function takeSnapshot(devTools: CDPSession, lateMs: number): Promise<Snapshot | number> {
  const parts: string[] = [];
  let arrived = (): void => undefined;
  const keep = ({ chunk }: { readonly chunk: string }): void => {
    parts.push(chunk);
    arrived();
  };
  devTools.on('HeapProfiler.addHeapSnapshotChunk', keep);
  try {
    await devTools.send('HeapProfiler.collectGarbage');
    await devTools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    for (;;) {
      const whole = parsed(parts);
      if (whole !== null) return whole;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      arrived = () => resolve(true);
      const timer = setTimeout(resolve, lateMs, false);
      const isMore = await promise;
      clearTimeout(timer);
      if (!isMore) return parts.reduce((sum, { length }) => sum + length, 0);
    }
  } finally {
    devTools.off('HeapProfiler.addHeapSnapshotChunk', keep);
  }
}

function parsed(parts: readonly string[]): Snapshot | null {
  if (parts.at(-1)?.trimEnd().endsWith('}') !== true) return null;
  try {
    return JSON.parse(parts.join('')) as Snapshot;
  } catch {
    return null;
  }
}
