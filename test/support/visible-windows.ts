// Whether windows can be opened here that a person could see: on a display of our own (Xvfb), else on the one
// that is there. Pure, but for the search it is given.
import type { TestHost } from './test-host.ts';

export interface VisibleParts {
  readonly host: TestHost;
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Path of Xvfb, or null. */
  readonly displayServer: string | null;
  /** A browser that can show windows. Real Electron needs none. */
  readonly browser: boolean;
}

export type VisiblePlan =
  | { readonly kind: 'own_display' }
  | { readonly kind: 'present_display' }
  | { readonly kind: 'none'; readonly why: string };

export function planVisible({
  host,
  platform,
  env,
  displayServer,
  browser,
}: VisibleParts): VisiblePlan {
  if (host === 'stand-in' && !browser) {
    return {
      kind: 'none',
      why: 'There is no browser that can show windows: install Chromium (Debian: apt-get install chromium).',
    };
  }
  if (platform === 'linux' && displayServer !== null) return { kind: 'own_display' };
  if (platform !== 'linux' || env['DISPLAY'] || env['WAYLAND_DISPLAY']) {
    return { kind: 'present_display' };
  }
  return {
    kind: 'none',
    why: 'There is no display: install Xvfb (Debian: apt-get install xvfb).',
  };
}
