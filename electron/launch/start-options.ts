// The command line of `npm start`: what is ours, and what goes on to the app. Pure.

interface StartOptions {
  readonly build: boolean;
  /** Never real Electron, even where it is installed. */
  readonly standIn: boolean;
  /** Real Electron or nothing, whatever is known of this machine. */
  readonly electron: boolean;
  /** Where a PNG of each window goes, or null to run until the person quits. */
  readonly screenshot: string | null;
  /** Folder for the pictures of a tour through the main job, or null for none. */
  readonly tour: string | null;
  /** The app is told `--no-sandbox`, by the person: nothing here ever adds it. */
  readonly noSandbox: boolean;
  readonly appArgs: readonly string[];
}

const TOUR_FOLDER = 'strongroom-tour';

export function parseStartOptions(args: readonly string[]): StartOptions {
  const appArgs: string[] = [];
  let build = true;
  let standIn = false;
  let electron = false;
  let screenshot: string | null = null;
  let tour: string | null = null;
  for (const arg of args) {
    if (arg === '--no-build') build = false;
    else if (arg === '--stand-in') standIn = true;
    else if (arg === '--electron') electron = true;
    else if (arg.startsWith('--screenshot=')) screenshot = arg.slice('--screenshot='.length);
    else if (arg === '--tour') tour = TOUR_FOLDER;
    else if (arg.startsWith('--tour=')) tour = arg.slice('--tour='.length) || TOUR_FOLDER;
    else appArgs.push(arg);
  }
  const noSandbox = appArgs.includes('--no-sandbox');
  return { build, standIn, electron, screenshot, tour, noSandbox, appArgs };
}
