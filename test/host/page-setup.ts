// What a page is given while it is still paused: interception, the scripts of both worlds, the preload
// and the theme. It runs with the last of them.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { WebPreferences } from 'electron';
import type { CdpSession } from './cdp.ts';
import { pageScript, preloadScript } from './inject.ts';
import { emulateTheme } from './native-theme.ts';
import { PRELOAD_WORLD } from './page-messages.ts';

export interface PageParts {
  readonly preferences: WebPreferences | undefined;
  /** Listens to the page's messages. */
  readonly listen: () => Promise<void>;
  readonly mainFrameKnown: (frameId: string) => void;
}

export async function setUpPage(page: CdpSession, parts: PageParts): Promise<void> {
  const secret = randomBytes(16).toString('hex');
  const preload = parts.preferences?.preload;
  // Sent in one go, in this order.
  const steps: Promise<unknown>[] = [
    page.send('Page.enable'),
    page.send('Runtime.enable'),
    page.send('Log.enable'),
    page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    parts.listen(),
    page.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript(secret) }),
    emulateTheme(page),
  ];
  if (preload !== undefined) {
    const source = preloadScript(secret, readFileSync(preload, 'utf8'));
    steps.push(
      page.send('Page.addScriptToEvaluateOnNewDocument', { worldName: PRELOAD_WORLD, source }),
    );
  }
  steps.push(
    page
      .send('Page.getFrameTree')
      .then(({ frameTree }) => parts.mainFrameKnown(frameTree.frame.id)),
    page.send('Runtime.runIfWaitingForDebugger'),
  );
  await Promise.all(steps);
}
