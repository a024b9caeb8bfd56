// Refuses to start a packaged app whose switches or environment would open it up: fuses do not cover
// Chromium switches (S17, S18). What has its effect only when it is read later is taken out of the environment
// instead, in every start, before anything that reads it is loaded; and what has been read by then is left out of
// a second start, which takes the place of the first.

type Environment = Readonly<Record<string, string | undefined>>;

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

/** The fuses of a package keep these from it: it is not ours where one is met. */
const forbiddenVariables = ['ELECTRON_RUN_AS_NODE', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'] as const;

/** Read before any line of ours runs: what they do lasts until the process ends. */
const earlyVariables = [
  'ELECTRON_DISABLE_SANDBOX',
  'ELECTRON_ENABLE_LOGGING',
  'ELECTRON_LOG_FILE',
  // They make Node write down what it does, or run what somebody else compiled.
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
  // With them the reader of YAML would print every token of an imported text, secrets among them.
  'LOG_STREAM',
  'LOG_TOKENS',
  // They choose another parser of HTTP answers than the one that is tested.
  'UNDICI_NO_WASM_SIMD',
  'UNDICI_USE_MILO',
] as const;

/** Loaders of native modules take any file named here in place of their own. */
const REMOVED_BEGINNING = 'NAPI_RS_';

/** The variable that tells the second start which ones the first had, for the log. */
const LEFT_OUT = 'STRONGROOM_LEFT_OUT';

// Windows does not tell capitals apart.
const among = (list: readonly string[], name: string): boolean => list.includes(name.toUpperCase());

/** The names, as they are spelt there, of variables to take out of the environment at the start. */
export function variablesToRemove(names: readonly string[]): readonly string[] {
  // SECURITY(S17)
  return names.filter(
    (name) =>
      name === LEFT_OUT ||
      among(removedVariables, name) ||
      name.toUpperCase().startsWith(REMOVED_BEGINNING),
  );
}

/** The environment for a second start, without what the first one has read already; null where there is none of it. */
export function environmentForSecondStart(environment: Environment): Environment | null {
  // SECURITY(S17) SECURITY(S18)
  const early = Object.keys(environment).filter((name) => among(earlyVariables, name));
  if (early.length === 0) return null;
  const kept = Object.entries(environment).filter(([name]) => !early.includes(name));
  return { ...Object.fromEntries(kept), [LEFT_OUT]: early.join(',').toUpperCase() };
}

/** What the log may say of what this start and the one before it took out: names of the closed lists alone. */
export function loggedNames(environment: Environment): readonly string[] {
  const names = Object.keys(environment).map((name) => name.toUpperCase());
  const leftOut = environment[LEFT_OUT]?.split(',') ?? [];
  return [
    ...removedVariables.filter((known) => names.includes(known)),
    ...[REMOVED_BEGINNING].filter((known) => names.some((name) => name.startsWith(known))),
    ...earlyVariables.filter((known) => leftOut.includes(known)),
  ];
}

/** Variables that may not be there at all: for the test that judges what packed modules read. */
export const guardedVariables: readonly string[] = [
  ...forbiddenVariables,
  ...earlyVariables,
  ...removedVariables,
];

/** The name of the first switch or variable that must not be there, or null. */
export function launchObstacle(argv: readonly string[], environment: Environment): string | null {
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
  // A second start that still has what it was to be without would start a third one, and so on.
  const isSecond = environment[LEFT_OUT] !== undefined;
  const refused = isSecond ? [...forbiddenVariables, ...earlyVariables] : forbiddenVariables;
  return refused.find((name) => environment[name] !== undefined) ?? null;
}
