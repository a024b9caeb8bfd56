// Refuses to start a packaged app whose switches or environment would open it up: fuses do not cover
// Chromium switches (threats.md, S17, S18).

/** As Chromium takes switches: with two hyphens or one, on Windows also with a slash. */
const SWITCH = /^(?:--?|\/)([^=]+)(?:=(.*))?$/s;

const forbiddenSwitches = [
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-setuid-sandbox',
  'disable-site-isolation-trials',
  'disable-web-security',
  'host-resolver-rules',
  'host-rules',
  'js-flags',
  'load-extension',
  'log-net-log',
  'no-sandbox',
  'no-zygote-sandbox',
  'single-process',
  'ssl-key-log-file',
  'user-data-dir',
  // Programs that Chromium would start in place of its own processes, or before them.
  'browser-subprocess-path',
  'gpu-launcher',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
] as const;

/** Every switch that begins so. */
const forbiddenBeginnings = [
  'ignore-certificate-errors',
  'inspect',
  'proxy-',
  'remote-debugging-',
] as const;

const forbiddenVariables = [
  'SSLKEYLOGFILE',
  'ELECTRON_RUN_AS_NODE',
  'NODE_OPTIONS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_EXTRA_CA_CERTS',
  // They make Node write down what it does, or run what somebody else compiled.
  'NODE_DEBUG',
  'NODE_V8_COVERAGE',
  'NODE_COMPILE_CACHE',
] as const;

/** The name of the first switch or variable that must not be there, or null. */
export function launchObstacle(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  // SECURITY(S17) SECURITY(S18)
  for (const argument of argv.slice(1)) {
    const [, name = '', value = ''] = SWITCH.exec(argument.trim()) ?? [];
    const known = name.toLowerCase();
    const isForbidden =
      forbiddenSwitches.some((each) => known === each) ||
      forbiddenBeginnings.some((each) => known.startsWith(each));
    if (isForbidden) return `--${known}`;
    // Spelt in capitals it is no backend Chromium knows, and changes nothing.
    if (known === 'password-store' && value === 'basic') return '--password-store=basic';
  }
  return forbiddenVariables.find((name) => environment[name] !== undefined) ?? null;
}
