// S03: who may call. Every channel, every kind of stranger.
import { describe, expect, it } from 'vitest';
import { callNames } from '../../electron/shared/ipc-channels.ts';
import { isAllowedSender, type Sender } from '../../electron/main/ipc/sender-policy.ts';
import { createContractServer, PAGE } from '../support/contract-server.ts';

const sender = (url: string | null, changes: Partial<Sender> = {}, isMainFrame = true): Sender => ({
  webContentsId: 1,
  frame: url === null ? null : { url, isMainFrame },
  ...changes,
});

const strangers: readonly (readonly [string, Sender])[] = [
  ['a frame that is gone', sender(null)],
  ['a subframe of the app page', sender(PAGE, {}, false)],
  ['about:blank', sender('about:blank')],
  ['another page of the app host', sender('strongroom://app/secret-entry.html')],
  ['the entry window', sender('strongroom://entry/secret-entry.html', { webContentsId: 2 })],
  ['a look-alike host', sender('strongroom://app.evil/index.html')],
  ['a look-alike scheme', sender('strongroom-x://app/index.html')],
  ['https with the same path', sender('https://app/index.html')],
  ['user information before the host', sender('strongroom://x@app/index.html')],
  ['a query', sender('strongroom://app/index.html?x=1')],
  ['another window', sender(PAGE, { webContentsId: 7 })],
  ['an address that is none', sender('::')],
];

describe('the sender policy', () => {
  it('lets the app page call', () => {
    const window = { webContentsId: 1, pageUrl: PAGE };
    expect(isAllowedSender(sender(PAGE), window)).toBe(true);
    expect(isAllowedSender(sender(`${PAGE}#tokens`), window)).toBe(true);
  });

  it('lets nobody call while there is no window', () => {
    expect(isAllowedSender(sender(PAGE), null)).toBe(false);
  });

  it.each(strangers)('refuses %s on every channel', async (_name, stranger) => {
    const server = await createContractServer();
    const answers = await Promise.all(
      callNames.map((name) => server.call(name, undefined, stranger)),
    );
    expect(answers).toEqual(callNames.map(() => ({ ok: false, failure: { code: 'not_allowed' } })));
  });
});
