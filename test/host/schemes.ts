// Custom schemes on the wire. Chromium cannot navigate to strongroom://app/, so there it is
// https://app.strongroom.invalid/, answered by the host; every URL that main sees is mapped back.

const registered = new Set<string>();

export function registerScheme(scheme: string): void {
  registered.add(scheme);
}

let privileges: 'open' | 'given' | 'closed' = 'open';

/** The app is ready: too late for a privilege. */
export function closePrivileges(): void {
  privileges = 'closed';
}

/** As Electron: once, and before the app is ready. */
export function givePrivileges(schemes: readonly string[]): void {
  if (privileges !== 'open') {
    throw new Error(
      privileges === 'closed'
        ? 'protocol.registerSchemesAsPrivileged should be called before app is ready'
        : 'protocol.registerSchemesAsPrivileged can be called only once',
    );
  }
  privileges = 'given';
  schemes.forEach(registerScheme);
}

export const isCustomScheme = (scheme: string): boolean => registered.has(scheme);

export const schemeOf = (url: string): string => url.slice(0, Math.max(0, url.indexOf(':')));

/** `strongroom://app/x` to `https://app.strongroom.invalid/x`; other URLs stay. */
export function toWire(url: string): string {
  const parts = /^([a-z][a-z0-9-]*):\/\/([^/?#]*)(.*)$/s.exec(url);
  const [, scheme = '', host = '', rest = ''] = parts ?? [];
  return registered.has(scheme) ? `https://${host}.${scheme}.invalid${rest || '/'}` : url;
}

/** The inverse of `toWire`. */
export function fromWire(url: string): string {
  const parts = /^https:\/\/([^/?#]+)\.([a-z][a-z0-9-]*)\.invalid(?=[/?#]|$)(.*)$/s.exec(url);
  const [, host = '', scheme = '', rest = ''] = parts ?? [];
  return registered.has(scheme) ? `${scheme}://${host}${rest}` : url;
}
