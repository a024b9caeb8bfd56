// What no page may do, whatever it becomes: navigate, open windows, embed, download, ask for a
// permission or a device, or present a certificate (S05, S06, S11, S29).
import type { App, Session, WebContents } from 'electron';

export function lockDownSession(session: Session): void {
  // SECURITY(S29): deny everything, without looking at who asks.
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  // Not `{}`: Electron throws where a picture was asked for and the answer holds none.
  session.setDisplayMediaRequestHandler((_request, decide) => decide(null));
  session.on('will-download', (event) => event.preventDefault());
  session.setSpellCheckerEnabled(false);
}

export function lockDownContents(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    refuseLeaving(contents);
    // SECURITY(S06)
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
  // SECURITY(S11): no client certificate is ever offered, no bad one ever accepted.
  app.on('select-client-certificate', (event, _contents, _url, _list, choose) => {
    event.preventDefault();
    choose();
  });
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, decide) => {
    event.preventDefault();
    decide(false);
  });
}

// SECURITY(S05): a page stays where main put it.
function refuseLeaving(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
