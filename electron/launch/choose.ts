// What `npm start` runs, why, and what helps. Pure. Refused beforehand is only what is certain: whether the sandbox of
// Electron and its libraries work here is tried, since nobody can tell.
import type { End } from './follow.ts';

export interface LaunchFacts {
  readonly platform: NodeJS.Platform;
  /** X11 or Wayland; true on systems that always have one. */
  readonly display: boolean;
  readonly root: boolean;
  /** Electron is released for this system. */
  readonly released: boolean;
  /** Its binary is here. */
  readonly installed: boolean;
}

const TOUR_FOLDER = 'strongroom-tour';
const OURS = /^--(no-build|stand-in|invisible|tour(=.*)?)$/s;

/** The command line. */
export function parseWish(args: readonly string[]) {
  const tour = args.map((arg) => /^--tour(?:=(.*))?$/s.exec(arg)).find((match) => match !== null);
  return {
    build: !args.includes('--no-build'),
    /** Never real Electron, even where it is installed. */
    standIn: args.includes('--stand-in'),
    /** The app runs until it is ended, in windows that nobody sees. */
    invisible: args.includes('--invisible'),
    /** Folder for the pictures of a tour, or null where none was asked for. */
    tour: tour === undefined ? null : tour[1] || TOUR_FOLDER,
    noSandbox: args.includes('--no-sandbox'),
    appArgs: args.filter((arg) => !OURS.test(arg)),
  } as const;
}

type Wish = ReturnType<typeof parseWish>;

export interface Choice {
  readonly host: 'electron' | 'stand-in';
  /** Folder for the pictures of a tour, or null: the app runs until the person quits. */
  readonly tour: string | null;
  readonly sentence: string;
}

const ON_ELECTRON =
  'Running on Electron. If no window comes: Ctrl+C, then npm start -- --stand-in.';
const STAND_IN = 'the stand-in host (Node and Chromium)';

export function choose(facts: LaunchFacts, wish: Wish): Choice {
  const because = whyNotElectron(facts, wish);
  if (wish.tour === null && (facts.display || wish.invisible)) {
    return because === null
      ? { host: 'electron', tour: null, sentence: ON_ELECTRON }
      : { host: 'stand-in', tour: null, sentence: standInSentence(because) };
  }
  // Nothing is downloaded for a tour.
  const host = because === null && facts.installed ? 'electron' : 'stand-in';
  const tour = wish.tour ?? TOUR_FOLDER;
  const what = `a tour of the main job on ${host === 'electron' ? 'Electron' : STAND_IN}. Pictures of its steps go to ${tour}.`;
  const unasked = `There is no display, so this is ${what} To see the window: xvfb-run -a npm start. To keep the app running without one: npm start -- --invisible.`;
  return { host, tour, sentence: wish.tour === null ? unasked : `This is ${what}` };
}

/** @param because half a sentence. */
export const standInSentence = (because: string): string =>
  `Running on ${STAND_IN} and not on Electron, because ${because}.`;

function whyNotElectron(facts: LaunchFacts, wish: Wish): string | null {
  if (wish.standIn) return 'it was asked for';
  if (wish.invisible) return 'it alone has windows that nobody sees';
  if (!facts.released) return 'Electron is not released for this system';
  if (facts.platform !== 'linux') return null;
  if (facts.root && !wish.noSandbox) return 'Electron does not run as root with its sandbox on';
  return facts.display ? null : 'there is no display';
}

const EARLY_MS = 5_000;
/** A library was not found: of the loader of Linux, and of Windows (STATUS_DLL_NOT_FOUND). */
const NOT_FOUND: readonly (number | null)[] = [127, 0xc0000135];

/** Whether this is the end of a program that could not start here, rather than of one that was used. */
export const couldNotStart = ({ code, signal, afterMs }: End): boolean =>
  afterMs < EARLY_MS && (signal !== null || NOT_FOUND.includes(code));

/** What helps an Electron of Linux that could not start, line by line. `libraries` installs what it needs. */
export function whatHelps(end: End, executable: string, libraries: string): readonly string[] {
  if (end.signal === null) return [`Where a library is missing: ${libraries}`];
  const profile = `abi <abi/4.0>, profile strongroom-dev "${executable}" flags=(unconfined) { userns, }`;
  const helper = executable.replace(/electron$/, 'chrome-sandbox');
  return [
    'Its sandbox needs user namespaces. Ubuntu allows them to programs with a profile, which this adds for good:',
    `  echo '${profile}' | sudo tee /etc/apparmor.d/strongroom-dev`,
    '  sudo apparmor_parser -r /etc/apparmor.d/strongroom-dev',
    'Or the helper of the sandbox does without them, until the next npm ci:',
    `  sudo chown root:root '${helper}'`,
    `  sudo chmod 4755 '${helper}'`,
    'A container has them where it is started by: docker run --security-opt seccomp=unconfined …',
  ];
}
