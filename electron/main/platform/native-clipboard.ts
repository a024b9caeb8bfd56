// The system clipboard, asynchronous since Electron 44. What the app writes is a token, always with
// the hints that keep it out of histories.
import { BrowserWindow, clipboard, ClipboardItem } from 'electron';
import type { ClipboardPort } from '../secret-input/ports.ts';
import { concealed } from './clipboard-hints.ts';
import { underWayland } from './wayland.ts';

/** GNOME keeps a copy and puts it back once nothing is offered any more. Chromium drops an empty text. */
const BLANK = ' ';

async function writeText(text: string): Promise<void> {
  try {
    await clipboard.write([new ClipboardItem(concealed(text, process.platform))]);
  } catch {
    // A system that refuses a hint still gets what the person asked for.
    await clipboard.writeText(text);
  }
}

export const nativeClipboard: ClipboardPort = {
  readText: () => clipboard.readText(),
  writeText,
  async clear() {
    if (process.platform === 'linux') await writeText(BLANK);
    else clipboard.clear();
  },
  isHeeded: () => !underWayland() || BrowserWindow.getFocusedWindow() !== null,
};
