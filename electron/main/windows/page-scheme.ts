// The app's own scheme: registered before ready with the fewest privileges, served from page-files.
import { protocol, type Session } from 'electron';
import { answer, SCHEME, type PageFiles } from './page-files.ts';

/** Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: SCHEME,
      privileges: {
        standard: true,
        secure: true,
        codeCache: true,
        supportFetchAPI: false,
        corsEnabled: false,
        bypassCSP: false,
        allowServiceWorkers: false,
        stream: false,
      },
    },
  ]);
}

export function servePages(session: Session, files: PageFiles): void {
  session.protocol.handle(SCHEME, (request) => answer(request.url, files));
}
