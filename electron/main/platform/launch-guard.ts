// Refuses to start a packaged app whose switches or environment would open it up: fuses do not cover
// Chromium switches (threats.md, S17, S18).

const forbiddenSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'js-flags',
  'no-sandbox',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'proxy-server',
  'proxy-pac-url',
  'proxy-bypass-list',
  'proxy-auto-detect',
  'host-rules',
  'host-resolver-rules',
  'log-net-log',
  'ssl-key-log-file',
  'load-extension',
  'disable-web-security',
  'user-data-dir',
  'inspect',
  'inspect-brk',
] as const;

const forbiddenVariables = [
  'SSLKEYLOGFILE',
  'ELECTRON_RUN_AS_NODE',
  'NODE_OPTIONS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_EXTRA_CA_CERTS',
] as const;

/** The name of the first switch or variable that must not be there, or null. */
export function launchObstacle(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  const switches = new Map(
    argv
      .filter((argument) => argument.startsWith('--'))
      .map((argument) => {
        const [name = '', value = ''] = argument.slice(2).split('=', 2);
        return [name.toLowerCase(), value] as const;
      }),
  );
  // SECURITY(S17) SECURITY(S18)
  const forbidden = forbiddenSwitches.find((name) => switches.has(name));
  if (forbidden !== undefined) return `--${forbidden}`;
  if (switches.get('password-store') === 'basic') return '--password-store=basic';
  return forbiddenVariables.find((name) => environment[name] !== undefined) ?? null;
}
