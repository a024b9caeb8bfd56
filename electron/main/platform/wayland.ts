// Whether the app runs under Wayland, where an app is told less than elsewhere: not that its window is minimised,
// and nothing of a clipboard while no window of it has the focus.

/** As Chromium chooses between X11 and Wayland, unless a switch names one. */
export const underWayland = (): boolean =>
  process.platform === 'linux' && process.env['XDG_SESSION_TYPE'] === 'wayland';
