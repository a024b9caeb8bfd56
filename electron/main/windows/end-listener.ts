// A window that nobody sees, for Windows, which tells the end of a session to windows alone: there while the app
// lives in the tray without another one.
import { app, BrowserWindow } from 'electron';

/** To be called when no window is left, or none was made. */
export function listenForSessionEnd(): void {
  if (process.platform !== 'win32') return;
  const listener = new BrowserWindow({ show: false, skipTaskbar: true, width: 1, height: 1 });
  // It would keep the app from noticing that its last window was closed.
  app.once('browser-window-created', () => listener.destroy());
}
