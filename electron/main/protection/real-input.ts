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

/** Those that somebody means: a pointer that moves over a button is no press. */
const PRESSES: ReadonlySet<string> = new Set([
  'rawKeyDown',
  'keyDown',
  'char',
  'mouseDown',
  'touchStart',
  'gestureTap',
]);

const CLICKS: ReadonlySet<string> = new Set(['mouseDown', 'touchStart', 'gestureTap']);

export type RealInput = ReturnType<typeof createRealInput>;

// SECURITY(S41): nothing that a page says is counted.
export function createRealInput(
  clock: Pick<Clock, 'monotonicMs'>,
  autoLock: Pick<AutoLock, 'used' | 'state'>,
) {
  let heardMs = Number.NEGATIVE_INFINITY;
  let pressedMs = Number.NEGATIVE_INFINITY;
  let clickedMs = Number.NEGATIVE_INFINITY;
  let usedMs = Number.NEGATIVE_INFINITY;
  const isLate = (atMs: number): boolean => clock.monotonicMs() - atMs < RECENT_MS;
  function use(): void {
    const nowMs = clock.monotonicMs();
    if (nowMs - usedMs < AT_MOST_EVERY_MS) return;
    usedMs = nowMs;
    autoLock.used();
  }

  return {
    /** To the app window. @param kind as of Electron's `input-event`. */
    heard(kind: string): void {
      if (!BY_PERSON.has(kind)) return;
      heardMs = clock.monotonicMs();
      if (PRESSES.has(kind)) pressedMs = heardMs;
      if (CLICKS.has(kind)) clickedMs = heardMs;
      // While the warning stands its own two answers count: a click on "Lock now" must not keep it open.
      if (!autoLock.state().warning) use();
    },
    /** To the entry window, behind which the vault must not lock. True where a person made it. */
    heardByEntry(kind: string): boolean {
      const isByPerson = BY_PERSON.has(kind);
      if (isByPerson) use();
      return isByPerson;
    },
    /** Input came to the app window so lately that a call of its page may be its doing. */
    isRecent: (): boolean => isLate(heardMs),
    /** As `isRecent`, of a key, a button or a touch alone. */
    isPressed: (): boolean => isLate(pressedMs),
    /** As `isPressed`, of a pointer alone. */
    isClicked: (): boolean => isLate(clickedMs),
    /** At a lock: what was pressed before it was meant for the vault that was open. */
    forget(): void {
      heardMs = Number.NEGATIVE_INFINITY;
      pressedMs = Number.NEGATIVE_INFINITY;
      clickedMs = Number.NEGATIVE_INFINITY;
    },
  };
}
