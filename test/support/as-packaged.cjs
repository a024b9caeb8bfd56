// Loaded by the host before main (-r): lets the built app take itself for a packaged one, tries to open
// the developer tools of each window it makes, says whether that worked, and ends it.
const { app } = require('electron');

Object.defineProperty(app, 'isPackaged', { value: process.env.STRONGROOM_AS === 'packaged' });
app.on('web-contents-created', (_event, contents) => {
  contents.once('devtools-opened', () => process.stdout.write('developer tools: opened\n'));
  contents.once('did-finish-load', () => {
    process.stdout.write('window: loaded\n');
    contents.openDevTools({ mode: 'detach' });
    setTimeout(() => {
      process.stdout.write(`developer tools: ${contents.isDevToolsOpened() ? 'open' : 'shut'}\n`);
      app.quit();
    }, 1000);
  });
});
