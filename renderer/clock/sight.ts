// Whether anybody can see the window, and when that changes.

export interface Sight {
  readonly isHidden: () => boolean;
  /** Calls back when the window is shown or hidden. */
  readonly onShownChange: (listener: () => void) => () => void;
}

/** Of a real window. */
export const windowSight: Sight = {
  isHidden: () => document.visibilityState === 'hidden',
  onShownChange(listener) {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};
