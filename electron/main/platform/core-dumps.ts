// Core dumps of the main process without memory (V20), where the kernel lets a process say what a dump of it holds.
// Renderers are forked from Chromium's zygote, which is there before any line of ours: they keep the system's
// setting, and hold no secret. Node has no call for the limit on core files; the dump that is left is a few KiB of
// registers. Elsewhere no dump is asked for, and what the system writes is its own.
import { readFileSync, writeFileSync } from 'node:fs';

/** Linux: the kinds of memory in a dump of this process, as bits in hexadecimal (core(5)). */
const FILTER = '/proc/self/coredump_filter';

/** Early, before a secret is there. Where the kernel has no such file nothing happens. */
export function leaveMemoryOutOfCoreDumps(): void {
  try {
    writeFileSync(FILTER, '0', { flag: 'r+' });
  } catch {
    // `coreDumpsAreEmpty` says so, and what it says is shown.
  }
}

/** Read back from the kernel. */
export function coreDumpsAreEmpty(): boolean {
  try {
    return Number.parseInt(readFileSync(FILTER, 'latin1'), 16) === 0;
  } catch {
    return false;
  }
}
