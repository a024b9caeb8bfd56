// The system clipboard, asynchronous since Electron 44.
import { clipboard } from 'electron';
import type { ClipboardPort } from '../intake/ports.ts';

export const nativeClipboard: ClipboardPort = {
  readText: () => clipboard.readText(),
  writeText: (text) => clipboard.writeText(text),
  clear: () => clipboard.clear(),
};
