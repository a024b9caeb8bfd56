// The command line of `npm start`: what is ours, and what goes on to the app. Pure.

export interface StartOptions {
  readonly build: boolean;
  /** Never real Electron, even where it is installed. */
  readonly standIn: boolean;
  /** Where a PNG of each window goes, or null to run until the person quits. */
  readonly screenshot: string | null;
  readonly appArgs: readonly string[];
}

export function parseStartOptions(args: readonly string[]): StartOptions {
  const appArgs: string[] = [];
  let build = true;
  let standIn = false;
  let screenshot: string | null = null;
  for (const arg of args) {
    if (arg === '--no-build') build = false;
    else if (arg === '--stand-in') standIn = true;
    else if (arg.startsWith('--screenshot=')) screenshot = arg.slice('--screenshot='.length);
    else appArgs.push(arg);
  }
  return { build, standIn, screenshot, appArgs };
}
