// What the system says about proxies: its settings, or the script they name, as Chromium reads them.
// Asked for each connection, since networks change; told an origin and never a path.
import type { Session } from 'electron';
import type { SystemProxy } from '../domain/proxy.ts';

/** The session goes as the system says: nothing in this app sets a proxy for it. */
export function createSystemProxy(session: () => Pick<Session, 'resolveProxy'>): SystemProxy {
  return async (origin) => await session().resolveProxy(origin);
}
