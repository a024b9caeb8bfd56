// What TLS reads leave on the stack. Node decrypts into 16 KiB of it and hands on a copy; the original
// stays as it was until something reaches as deep again (measured: whole answers, R12). So something does.

/** Frames of at least 64 bytes: four times what a read uses, with the event loop's own 12 KiB. */
const DEPTH = 2_000;

let isDue = false;

/** From a turn of the loop of its own: the read itself must have returned. Once for all of one turn. */
export function overwriteStackSoon(): void {
  if (isDue) return;
  isDue = true;
  setImmediate(() => {
    isDue = false;
    descend(DEPTH);
  });
}

function descend(depth: number): number {
  return depth === 0 ? 0 : descend(depth - 1) + 1;
}
