// The secret-entry window's only way to main: what is asked, one answer or none, and how high it is.
import { contextBridge, ipcRenderer } from 'electron';
import {
  entryChannels,
  type EntryBridge,
  type EntryQuestion,
} from '../shared/unlock/entry-contract.ts';

const bridge: EntryBridge = Object.freeze({
  question: () => ipcRenderer.invoke(entryChannels.question) as Promise<EntryQuestion | undefined>,
  submit(bytes: Uint8Array) {
    ipcRenderer.send(entryChannels.submit, bytes);
    bytes.fill(0);
  },
  cancel() {
    ipcRenderer.send(entryChannels.cancel);
  },
  fit(height: number) {
    ipcRenderer.send(entryChannels.fit, height);
  },
});

contextBridge.exposeInMainWorld('entry', bridge);
