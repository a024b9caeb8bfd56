// What the stand-in says for the system's proxy: the usual variables, as Chromium on Linux reads them
// where no desktop has settings. Scripts (PAC) and settings of a desktop it does not know.
const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/i;

export function systemProxyFor(
  address: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const { protocol, hostname } = new URL(address);
  const read = (name: string): string => env[name] ?? env[name.toUpperCase()] ?? '';
  const left = read('no_proxy')
    .split(',')
    .map((each) => each.trim().replace(/^\*/, '').toLowerCase())
    .filter((each) => each !== '');
  const isLeftOut = left.some((each) =>
    each.startsWith('.')
      ? hostname.endsWith(each)
      : hostname === each || hostname.endsWith(`.${each}`),
  );
  // Chromium never sends a call to this machine through a proxy.
  if (LOOPBACK.test(hostname) || isLeftOut) return 'DIRECT';
  const proxy = read(`${protocol.slice(0, -1)}_proxy`) || read('all_proxy');
  if (proxy === '') return 'DIRECT';
  const [, scheme = 'http', rest = ''] = /^(?:([a-z0-9]+):\/\/)?([^/]+)/i.exec(proxy) ?? [];
  const kind = { http: 'PROXY', https: 'HTTPS', socks4: 'SOCKS' }[scheme.toLowerCase()] ?? 'SOCKS5';
  return `${kind} ${rest}`;
}
