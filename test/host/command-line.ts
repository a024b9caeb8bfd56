// Electron's command line: electron [-r module] [--switch[=value]] <folder or file> [arguments].
// Pure: parses and looks nothing up.

export interface CommandLine {
  /** Modules to require before the app, in order. */
  readonly requires: readonly string[];
  /** The app's folder or main file. */
  readonly app: string;
  /** Switches by name without the dashes; later ones win. Switches after the app count too. */
  readonly switches: ReadonlyMap<string, string>;
  readonly asksForVersion: boolean;
}

/** `args` are those after the executable. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const requires: string[] = [];
  const switches = new Map<string, string>();
  let app: string | null = null;
  let asksForVersion = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '--') break;
    if (app === null && (arg === '-r' || arg === '--require')) {
      at++;
      requires.push(args[at] ?? '');
    } else if (app === null && (arg === '-v' || arg === '--version')) {
      asksForVersion = true;
    } else if (arg.startsWith('--')) {
      const [, name = '', value = ''] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
      switches.set(name, value);
    } else if (app === null && !arg.startsWith('-')) {
      app = arg;
    }
  }
  return { requires, app: app ?? '.', switches, asksForVersion };
}
