// The least an app with a window can be: one static page, for the start to be measured beside. With
// `--own-scheme` the page comes over a scheme of the app's own, as that of the product does.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { app, BrowserWindow, protocol } from 'electron';

const page = path.join(import.meta.dirname, 'page.html');
const ownScheme = process.argv.includes('--own-scheme');
if (ownScheme) {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'bare', privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

await app.whenReady();
if (ownScheme) {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  protocol.handle('bare', async () => new Response(await readFile(page), { headers }));
}
const window = new BrowserWindow({ width: 1280, height: 800, show: false });
window.once('ready-to-show', () => window.show());
await (ownScheme ? window.loadURL('bare://window/page.html') : window.loadFile(page));
