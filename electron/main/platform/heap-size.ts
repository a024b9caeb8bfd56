// Keeps main small. V8 doubles the space for young objects each time many of them survive, as the rows of a
// large vault do, and does not give it back: opening ten thousand credentials left a hundred MiB more than
// they need. At its first size it is cleared more often, a few ms each time.
// Nor does V8 look for what it could give back while nothing at all is allocated: it takes that for much. It
// does where it is to save memory, which costs time; so it is told to while nothing happens in the app.
// Shown on Node. Electron too leaves V8's flags open after start (--no-freeze-flags-after-init) and sets those
// of a package.json in this way; a V8 that knows no such factor, or none below two, grows as it always did.
import { setFlagsFromString } from 'node:v8';
import type { Clock } from '../domain/clock.ts';

export const KEEP_YOUNG_SMALL = '--semi-space-growth-factor=1';

/**
 * Before anything large is made, and not before the window shows: once a flag has changed V8 takes no code
 * that was compiled before, of Node's own modules neither, and all that is read after it is compiled anew.
 */
export function keepYoungHeapSmall(): void {
  setFlagsFromString(KEEP_YOUNG_SMALL);
}

export const SAVE_MEMORY = '--optimize-for-size';
export const SAVE_TIME = '--no-optimize-for-size';

/** V8 looks some seconds later; what a person does next is most often sooner than both. */
const REST_MS = 5_000;

export interface RestingHeap {
  /** The same act, and a sign that the app is not at rest. */
  readonly awakeFor: <T>(act: (about: T) => void) => (about: T) => void;
}

export function createRestingHeap(
  clock: Clock,
  setFlag: (flag: string) => void = setFlagsFromString,
): RestingHeap {
  let resting = false;
  let stopWaiting = (): void => undefined;

  function wake(): void {
    stopWaiting();
    if (resting) setFlag(SAVE_TIME);
    resting = false;
    stopWaiting = clock.after(REST_MS, () => {
      resting = true;
      setFlag(SAVE_MEMORY);
    });
  }

  return {
    awakeFor: (act) => (about) => {
      wake();
      act(about);
    },
  };
}
