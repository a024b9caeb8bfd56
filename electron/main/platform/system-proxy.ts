// What the system says about proxies: its settings, or the script they name, as Chromium reads them.
// Asked for each connection, since networks change; told an origin and never a path.
import { session } from 'electron';
import type { SystemProxy } from '../domain/proxy.ts';

/** The session goes as the system says: nothing in this app sets a proxy for it. */
export const systemProxy: SystemProxy = async (origin) =>
  await session.defaultSession.resolveProxy(origin);
