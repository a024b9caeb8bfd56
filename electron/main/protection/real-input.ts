// Whether somebody is there, as the system's own input to the window says: keys, buttons, wheel, pointer, touch.
// Main hears them before the page does, and no page can make one; what the page says about it does not count.
import type { Clock } from '../domain/clock.ts';
import type { AutoLock } from './auto-lock.ts';

/** From the key or click to the call that the page makes of it. */
const RECENT_MS = 2_000;
/** No more often than this, so that a moving pointer costs nothing. */
const AT_MOST_EVERY_MS = 1_000;

/** Kinds of Electron's `InputEvent` that a person makes; a key or button that is lifted says nothing more. */
const BY_PERSON: ReadonlySet<string> = new Set([
  'rawKeyDown',
  'keyDown',
  'char',
  'mouseDown',
  'mouseMove',
  'mouseWheel',
  'touchStart',
  'touchMove',
  'gestureTap',
  'gestureScrollBegin',
]);

export interface RealInput {
  /** To the app window. @param kind as of Electron's `input-event`. */
  readonly heard: (kind: string) => void;
  /** To the entry window, behind which the vault must not lock. True where a person made it. */
  readonly heardByEntry: (kind: string) => boolean;
  /** Input came to the app window so lately that a call of its page may be its doing. */
  readonly isRecent: () => boolean;
}

export function createRealInput(
  clock: Pick<Clock, 'monotonicMs'>,
  autoLock: Pick<AutoLock, 'used' | 'state'>,
): RealInput {
  let heardMs = Number.NEGATIVE_INFINITY;
  let usedMs = Number.NEGATIVE_INFINITY;
  function use(): void {
    const nowMs = clock.monotonicMs();
    if (nowMs - usedMs < AT_MOST_EVERY_MS) return;
    usedMs = nowMs;
    autoLock.used();
  }

  return {
    heard(kind) {
      if (!BY_PERSON.has(kind)) return;
      heardMs = clock.monotonicMs();
      // While the warning stands its own two answers count: a click on "Lock now" must not keep it open.
      if (!autoLock.state().warning) use();
    },
    heardByEntry(kind) {
      const isByPerson = BY_PERSON.has(kind);
      if (isByPerson) use();
      return isByPerson;
    },
    isRecent: () => clock.monotonicMs() - heardMs < RECENT_MS,
  };
}
