// Answers every request of one window: custom schemes from protocol.handle, navigation only after the
// app's will-navigate listeners agreed, everything else as the session allows.
import type { CdpSession, Protocol } from './cdp.ts';
import type { FrameTree } from './frames.ts';
import { fromWire, isCustomScheme, schemeOf } from './schemes.ts';
import type { StandInSession } from './session.ts';
import { BLANK_PATH } from './targets.ts';

export interface Navigation {
  readonly url: string;
  readonly isMainFrame: boolean;
  readonly isRedirect: boolean;
  readonly frameId: string;
}

export interface RequestPolicy {
  readonly session: StandInSession;
  readonly frames: FrameTree;
  /** True for the navigation the app itself asked for: listeners are not asked about that one. */
  readonly isOwnLoad: (url: string) => boolean;
  /** False where a listener of the app prevented it. */
  readonly allowsNavigation: (navigation: Navigation) => boolean;
}

type Paused = Protocol.Fetch.requestPausedPayload;
type Verdict =
  | { readonly kind: 'continue' }
  | { readonly kind: 'fail'; readonly reason: Protocol.Network.ErrorReason }
  | { readonly kind: 'answer'; readonly response: Response };

const aborted: Verdict = { kind: 'fail', reason: 'Aborted' };

export async function answerRequest(
  page: CdpSession,
  paused: Paused,
  policy: RequestPolicy,
): Promise<void> {
  const { requestId } = paused;
  const verdict = await judge(paused, policy).catch((error: unknown): Verdict => {
    console.error(`stand-in host: no answer for ${fromWire(paused.request.url)}:`, error);
    return { kind: 'fail', reason: 'Failed' };
  });
  switch (verdict.kind) {
    case 'continue':
      await page.send('Fetch.continueRequest', { requestId });
      return;
    case 'fail':
      await page.send('Fetch.failRequest', { requestId, errorReason: verdict.reason });
      return;
    case 'answer': {
      const { response } = verdict;
      await page.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: response.status || 200,
        responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
        body: Buffer.from(await response.arrayBuffer()).toString('base64'),
      });
    }
  }
}

async function judge(paused: Paused, policy: RequestPolicy): Promise<Verdict> {
  const url = fromWire(paused.request.url);
  if (new URL(paused.request.url).pathname === BLANK_PATH) {
    const headers = { 'content-type': 'text/html' };
    return { kind: 'answer', response: new Response('', { headers }) };
  }
  // Electron never asks for it.
  if (paused.resourceType === 'Other' && url.endsWith('/favicon.ico')) return aborted;
  if (paused.resourceType === 'Document') {
    const isMainFrame = policy.frames.isMain(paused.frameId);
    const isRedirect = paused.redirectedRequestId !== undefined;
    const own = isMainFrame && !isRedirect && policy.isOwnLoad(url);
    const navigation = { url, isMainFrame, isRedirect, frameId: paused.frameId };
    if (!own && !policy.allowsNavigation(navigation)) return aborted;
  }
  const scheme = schemeOf(url);
  const { method, headers, postDataEntries } = paused.request;
  if (!isCustomScheme(scheme)) return { kind: 'continue' };
  const handler = policy.session.protocol.handlerOf(scheme);
  if (handler === undefined) return { kind: 'fail', reason: 'Failed' };
  const body = Buffer.concat(
    (postDataEntries ?? []).map(({ bytes }) => Buffer.from(bytes ?? '', 'base64')),
  );
  const request = new Request(url, { method, headers, ...(body.length > 0 ? { body } : {}) });
  return { kind: 'answer', response: await handler(request) };
}
