// Looks for patterns in the memory of a process (/proc/PID/mem). Linux as root only: elsewhere it says
// aloud that it did not look. Search before any garbage collection, which erases short-lived evidence.
import fs from 'node:fs';
import type { Pattern } from './patterns.ts';
import type { Finding } from './search.ts';

const PAGE_BYTES = 4096;
const STEP_BYTES = 4 * 1024 * 1024;
const STEP_PAGES = STEP_BYTES / PAGE_BYTES;

export type MemorySearch =
  | { readonly looked: true; readonly findings: readonly Finding[]; readonly bytes: number }
  | { readonly looked: false; readonly why: string };

/** Why memory cannot be searched here, or null where it can. */
export function memoryObstacle(): string | null {
  if (process.platform !== 'linux') return 'process memory is searched on Linux only';
  if (process.getuid?.() !== 0) return 'process memory is searched by root only';
  return null;
}

/** The renderer processes below `root`, a process id. Linux only. */
export function rendererProcesses(root: number): readonly number[] {
  const parents = new Map<number, number>();
  const renderers: number[] = [];
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const pid = Number(name);
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8');
      // After the name in parentheses come the state and the parent.
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      parents.set(pid, Number(parent));
      const commandLine = fs.readFileSync(`/proc/${name}/cmdline`, 'utf8');
      if (commandLine.includes('--type=renderer')) renderers.push(pid);
    } catch {
      // Gone since it was listed.
    }
  }
  const isBelow = (pid: number): boolean =>
    pid === root || (pid > 1 && isBelow(parents.get(pid) ?? 0));
  return renderers.filter(isBelow);
}

export function searchMemory(pid: number, patterns: readonly Pattern[]): MemorySearch {
  const why = memoryObstacle();
  if (why !== null) {
    console.warn(`NOT SEARCHED: the memory of process ${pid} (${why}).`);
    return { looked: false, why };
  }
  const found = new Map<string, string>();
  const overlap = Math.max(0, ...patterns.map(({ bytes }) => bytes.length - 1));
  const bytes = eachMemoryPiece(pid, overlap, ({ view, area }) => {
    for (const pattern of patterns) {
      if (found.has(pattern.name) || !view.includes(pattern.bytes)) continue;
      found.set(pattern.name, `memory of process ${pid}, ${area || 'anonymous'}`);
    }
  });
  const findings = [...found].map(([pattern, where]) => ({ pattern, where }));
  return { looked: true, findings, bytes };
}

export interface MemoryPiece {
  /** Valid during the visit only. */
  readonly view: Buffer;
  /** How many bytes at its beginning were the end of the piece before. */
  readonly kept: number;
  /** The mapping's name; empty for anonymous memory. */
  readonly area: string;
}

/** Visits all present memory; neighbouring pieces share `overlap` bytes. Answers the bytes read. */
export function eachMemoryPiece(
  pid: number,
  overlap: number,
  visit: (piece: MemoryPiece) => void,
): number {
  const memory = fs.openSync(`/proc/${pid}/mem`, 'r');
  const pageMap = fs.openSync(`/proc/${pid}/pagemap`, 'r');
  try {
    return readPieces(pid, memory, pageMap, overlap, visit);
  } finally {
    fs.closeSync(memory);
    fs.closeSync(pageMap);
  }
}

function readPieces(
  pid: number,
  memory: number,
  pageMap: number,
  overlap: number,
  visit: (piece: MemoryPiece) => void,
): number {
  const buffer = Buffer.alloc(overlap + STEP_BYTES);
  let bytes = 0;
  for (const area of mappedAreas(pid)) {
    // Neighbouring pages are searched together: `kept` bytes of the last run stand before the next.
    let kept = 0;
    for (const run of presentRuns(pageMap, area)) {
      if (!run.follows) kept = 0;
      const read = readAt(memory, buffer.subarray(kept, kept + run.bytes), run.from);
      bytes += read;
      const view = buffer.subarray(0, kept + read);
      visit({ view, kept, area: area.name });
      kept = Math.min(overlap, view.length);
      view.copy(buffer, 0, view.length - kept);
    }
  }
  return bytes;
}

interface Area {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

function mappedAreas(pid: number): readonly Area[] {
  const areas: Area[] = [];
  for (const line of fs.readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
    const parts = /^([0-9a-f]+)-([0-9a-f]+) (r.).. \S+ \S+ \d+\s*(.*)$/.exec(line);
    const [, from = '', to = '', access = '', name = ''] = parts ?? [];
    // Unwritable parts of files are the programs themselves; the kernel's own pages cannot be read.
    const isProgram = access === 'r-' && name.startsWith('/');
    if (parts === null || isProgram || /^\[v(var|syscall|dso)/.test(name)) continue;
    areas.push({ from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), name });
  }
  return areas;
}

interface Run {
  readonly from: number;
  readonly bytes: number;
  /** True where it continues the run before it without a gap. */
  readonly follows: boolean;
}

/** The stretches of an area that are in memory or swapped out (the top two bits of its map entry). */
function* presentRuns(pageMap: number, area: Area): Generator<Run> {
  const map = Buffer.alloc(STEP_PAGES * 8);
  let lastEnd = -1;
  for (let at = area.from; at < area.to; at += STEP_BYTES) {
    const pages = Math.min(STEP_PAGES, (area.to - at) / PAGE_BYTES);
    fs.readSync(pageMap, map, 0, pages * 8, (at / PAGE_BYTES) * 8);
    const isPresent = (page: number): boolean => ((map[page * 8 + 7] ?? 0) & 0xc0) !== 0;
    for (let first = 0; first < pages;) {
      if (!isPresent(first)) {
        first++;
        continue;
      }
      let end = first + 1;
      while (end < pages && isPresent(end)) end++;
      const from = at + first * PAGE_BYTES;
      yield { from, bytes: (end - first) * PAGE_BYTES, follows: from === lastEnd };
      lastEnd = at + end * PAGE_BYTES;
      first = end;
    }
  }
}

function readAt(memory: number, into: Buffer, position: number): number {
  try {
    return fs.readSync(memory, into, 0, into.length, position);
  } catch {
    // A page that went away, or that even root may not read.
    return 0;
  }
}
