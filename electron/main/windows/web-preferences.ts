// How every window's page runs: sandboxed, isolated, without Node, without anything it does not need.
// Nothing from settings or messages ever reaches it (S18). A new object for each window: Electron adds fields to it.
import { app, type WebPreferences } from 'electron';

export function webPreferences(preload: string, partition?: string): WebPreferences {
  return {
    preload,
    ...(partition === undefined ? {} : { partition }),
    sandbox: true,
    contextIsolation: true,
    webSecurity: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    spellcheck: false,
    navigateOnDragDrop: false,
    enableWebSQL: false,
    plugins: false,
    webgl: false,
    safeDialogs: true,
    // SECURITY(S30)
    devTools: !app.isPackaged,
  };
}
