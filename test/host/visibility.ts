// Whether the windows can be seen. Pure: reads the environment only.

/** STANDIN_HEADLESS=0 or 1 decides; otherwise the presence of a display. */
export function runsHeadless(env: NodeJS.ProcessEnv = process.env): boolean {
  const chosen = env['STANDIN_HEADLESS'];
  if (chosen) return chosen !== '0';
  return process.platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'];
}
