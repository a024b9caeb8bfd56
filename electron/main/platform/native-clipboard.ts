// The system clipboard, asynchronous since Electron 44. What the app writes is a token, always with
// the hints that keep it out of histories.
import { clipboard, ClipboardItem } from 'electron';
import type { ClipboardPort } from '../secret-input/ports.ts';
import { concealed } from './clipboard-hints.ts';

export const nativeClipboard: ClipboardPort = {
  readText: () => clipboard.readText(),
  async writeText(text) {
    try {
      await clipboard.write([new ClipboardItem(concealed(text, process.platform))]);
    } catch {
      // A system that refuses a hint still gets what the person asked for.
      await clipboard.writeText(text);
    }
  },
  clear: () => clipboard.clear(),
};
