// S03: who may call. Every channel, every kind of stranger.
import { describe, expect, it } from 'vitest';
import { callNames } from '../../electron/shared/ipc-contract.ts';
import {
  judgeCaller,
  refusalOf,
  type Caller,
  type Refusal,
  type Sender,
} from '../../electron/main/ipc/sender-policy.ts';
import { createContractServer, PAGE } from '../support/contract-server.ts';
import { settle } from '../support/fake-clock.ts';

const window = { webContentsId: 1, pageUrl: PAGE };

const sender = (url: string | null, changes: Partial<Sender> = {}, isMainFrame = true): Sender => ({
  webContentsId: 1,
  frame: url === null ? null : { url, isMainFrame },
  ...changes,
});

const strangers: readonly (readonly [string, Refusal, Sender])[] = [
  ['a frame that is gone', 'frame_gone', sender(null)],
  ['a subframe of the app page', 'other_frame', sender(PAGE, {}, false)],
  ['a frame without an address', 'address_missing', sender('')],
  ['a subframe without an address', 'other_frame', sender('', {}, false)],
  ['about:blank', 'address_empty_page', sender('about:blank')],
  ['a page made of data', 'address_empty_page', sender('data:text/html,x')],
  ['the page of a failed load', 'address_error_page', sender('chrome-error://chromewebdata/')],
  [
    'another page of the app host',
    'address_other_page',
    sender('strongroom://app/secret-entry.html'),
  ],
  [
    'the entry window',
    'unknown_window',
    sender('strongroom://entry/secret-entry.html', { webContentsId: 2 }),
  ],
  ['a look-alike host', 'address_other_page', sender('strongroom://app.evil/index.html')],
  ['a look-alike scheme', 'address_foreign', sender('strongroom-x://app/index.html')],
  ['https with the same path', 'address_foreign', sender('https://app/index.html')],
  [
    'user information before the host',
    'address_other_page',
    sender('strongroom://x@app/index.html'),
  ],
  ['a query', 'address_other_page', sender('strongroom://app/index.html?x=1')],
  ['another window', 'unknown_window', sender(PAGE, { webContentsId: 7 })],
  ['another window without an address', 'unknown_window', sender('', { webContentsId: 7 })],
  ['an address that is none', 'address_foreign', sender('::')],
];

/** The window's main frame, whose address is `later` once something is committed in it. */
function committing(later: Sender): Caller & { readonly commit: () => void } {
  let now = sender('');
  const done = Promise.withResolvers<void>();
  return {
    sender: () => now,
    committed: () => done.promise,
    commit() {
      now = later;
      done.resolve();
    },
  };
}

describe('the sender policy', () => {
  it('lets the app page call', () => {
    expect(refusalOf(sender(PAGE), window)).toBeNull();
    expect(refusalOf(sender(`${PAGE}#tokens`), window)).toBeNull();
  });

  it('lets nobody call while there is no window', () => {
    expect(refusalOf(sender(PAGE), null)).toBe('unknown_window');
  });

  it.each(strangers)('says of %s why it is refused: %s', (_name, reason, stranger) => {
    expect(refusalOf(stranger, window)).toBe(reason);
  });

  it('lets a question of the main frame wait until its page is committed', async () => {
    const caller = committing(sender(PAGE));
    let judged: unknown = 'not yet';
    const judging = judgeCaller(caller, () => window).then((refusal) => {
      judged = refusal;
    });
    await settle();
    expect(judged).toBe('not yet');
    caller.commit();
    await judging;
    expect(judged).toBeNull();
  });

  it.each([
    ['is another page', sender('https://evil.example/'), 'address_foreign'],
    ['never comes', sender(''), 'address_missing'],
    ['replaces the frame that asked', sender(null), 'frame_gone'],
  ] as const)('refuses it where what is committed %s', async (_name, later, reason) => {
    const caller = committing(later);
    const judging = judgeCaller(caller, () => window);
    caller.commit();
    expect(await judging).toBe(reason);
  });

  it('refuses it where the window is gone by then', async () => {
    const caller = committing(sender(PAGE));
    let known: typeof window | null = window;
    const judging = judgeCaller(caller, () => known);
    known = null;
    caller.commit();
    expect(await judging).toBe('unknown_window');
  });

  it.each(strangers.filter(([, reason]) => reason !== 'address_missing'))(
    'lets %s wait for nothing',
    async (_name, reason, stranger) => {
      const committed = () => Promise.reject(new Error('waited'));
      expect(await judgeCaller({ sender: () => stranger, committed }, () => window)).toBe(reason);
    },
  );

  it.each(strangers)(
    'refuses %s on every channel, and logs why',
    async (_name, reason, stranger) => {
      const server = await createContractServer();
      const answers = await Promise.all(
        callNames.map((name) => server.call(name, undefined, stranger)),
      );
      expect(answers).toEqual(
        callNames.map(() => ({ ok: false, failure: { code: 'not_allowed' } })),
      );
      expect(server.logged).toEqual(
        callNames.map((call) => ({ name: 'call_refused', call, reason })),
      );
    },
  );
});
