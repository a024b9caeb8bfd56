// A clipboard in memory for unit tests.
import type { ClipboardPort } from '../../electron/main/secret-input/ports.ts';

export function createMemoryClipboard(
  initial = '',
): ClipboardPort & { readonly text: () => string } {
  let now = initial;
  return {
    text: () => now,
    readText: () => Promise.resolve(now),
    writeText(text) {
      now = text;
      return Promise.resolve();
    },
    clear() {
      now = '';
    },
  };
}
