// The least an app with a window can be: one static page, for the start to be measured beside.
import path from 'node:path';
import { app, BrowserWindow } from 'electron';

await app.whenReady();
const window = new BrowserWindow({ width: 1280, height: 800, show: false });
window.once('ready-to-show', () => window.show());
await window.loadFile(path.join(import.meta.dirname, 'page.html'));
