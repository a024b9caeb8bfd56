// Refuses to start a packaged app whose switches or environment would open it up: fuses do not cover
// Chromium switches (S17, S18). What has its effect only when it is read later is taken out of the environment
// instead, in every start, before anything that reads it is loaded.

/** As Chromium takes switches: with two hyphens or one, on Windows also with a slash. */
const SWITCH = /^(?:--?|\/)([^=]+)(?:=(.*))?$/s;

const forbiddenSwitches = [
  // Turns off protections that are features of Chromium (site isolation, for one).
  'disable-features',
  'disable-gpu-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-setuid-sandbox',
  'disable-site-isolation-trials',
  'disable-web-security',
  // Node's own requests, with what they carry, would show in the developer tools.
  'experimental-network-inspection',
  'host-resolver-rules',
  'host-rules',
  'js-flags',
  'load-extension',
  'enable-logging',
  'log-file',
  'log-net-log',
  'no-sandbox',
  'no-zygote',
  'no-zygote-sandbox',
  'single-process',
  'ssl-key-log-file',
  'unsafely-treat-insecure-origin-as-secure',
  // On macOS the keystore would seal with a key that everybody knows, and look as always (S13).
  'use-mock-keychain',
  'user-data-dir',
  // Programs that Chromium would start in place of its own processes, or before them.
  'browser-subprocess-path',
  'gpu-launcher',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
] as const;

/** Every switch that begins so. */
const forbiddenBeginnings = [
  // Older names of `inspect`.
  'debug',
  'ignore-certificate-errors',
  'inspect',
  'proxy-',
  'remote-debugging-',
] as const;

const forbiddenVariables = [
  'ELECTRON_RUN_AS_NODE',
  // Electron reads these before any line of ours runs, so taking them out would come too late.
  'ELECTRON_DISABLE_SANDBOX',
  'ELECTRON_ENABLE_LOGGING',
  'ELECTRON_LOG_FILE',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  // They make Node write down what it does, or run what somebody else compiled; it has read them by now.
  'NODE_DEBUG',
  'NODE_V8_COVERAGE',
  'NODE_COMPILE_CACHE',
] as const;

/** Read by what is loaded later, or with each connection: without them it behaves as on any other machine. */
const removedVariables = [
  // Somebody may have set these for all programs: an app that does not start for them helps nobody.
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'SSLKEYLOGFILE',
  // They name the files that count as the system's authorities on Linux (V22).
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
  // They choose another parser of HTTP answers than the one that is tested.
  'UNDICI_NO_WASM_SIMD',
  'UNDICI_USE_MILO',
] as const;

/** Loaders of native modules take any file named here in place of their own. */
const REMOVED_BEGINNING = 'NAPI_RS_';

/** The names, as they are spelt there, of variables to take out of the environment at the start. */
export function variablesToRemove(names: readonly string[]): readonly string[] {
  // SECURITY(S17)
  return names.filter((name) => {
    // Windows does not tell capitals apart.
    const known = name.toUpperCase();
    return removedVariables.some((each) => each === known) || known.startsWith(REMOVED_BEGINNING);
  });
}

/** What the log may say of them: a name of the closed list, whatever stands behind its beginning. */
export const loggedName = (name: string): string =>
  removedVariables.find((each) => each === name.toUpperCase()) ?? REMOVED_BEGINNING;

/** Variables that may not be there at all: for the test that judges what packed modules read. */
export const guardedVariables: readonly string[] = [...forbiddenVariables, ...removedVariables];

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
