// What crosses to the window: what a handler answers is held against its schema, and of a failure its code and facts.
import { describe, expect, it } from 'vitest';
import { serveContract, type Handlers } from '../../../electron/main/ipc/serve-contract.ts';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { channelOf } from '../../../electron/shared/ipc-channels.ts';

const CANARY = 'canary-3f9a02c1';
const PAGE = 'strongroom://app/index.html';

/** What the window gets where the handler of `tokenCopy` answers so. */
async function crossed(answer: unknown) {
  const logged: unknown[] = [];
  const served = new Map<string, (caller: never, input: unknown) => Promise<unknown>>();
  const answering = { ask: () => ok(null), act: () => answer };
  serveContract(new Proxy({} as Handlers, { get: () => answering }), {
    server: { handle: (channel, listener) => served.set(channel, listener) },
    window: () => ({ webContentsId: 1, pageUrl: PAGE }),
    dialogs: {} as never,
    fence: () => null,
    log: { event: (name, fields) => logged.push({ name, ...fields }) },
  });
  const sender = { webContentsId: 1, frame: { url: PAGE, isMainFrame: true } };
  const caller = { sender: () => sender, committed: () => Promise.resolve() };
  const given = await served.get(channelOf('tokenCopy'))?.(caller as never, { tokenId: 't' });
  return { given, logged };
}

describe('an answer to the window', () => {
  it('crosses as its schema says', async () => {
    expect((await crossed(ok('done'))).given).toEqual({ ok: true, value: 'done' });
  });

  it.each([
    ['holds more', ok({ text: CANARY })],
    ['is no answer at all', ok(CANARY)],
  ])('becomes an internal error where it %s', async (_what, answer) => {
    const { given, logged } = await crossed(answer);
    expect(given).toMatchObject({ ok: false, failure: { code: 'internal_error' } });
    expect(logged).toMatchObject([{ name: 'internal_error', kind: 'ValiError' }]);
    expect(JSON.stringify([given, logged])).not.toContain(CANARY);
  });

  it('holds of a failure its code and facts, and nothing that lies beside them', async () => {
    const failure = { code: 'vault_locked', facts: { count: 1 }, cause: CANARY, text: CANARY };
    const { given } = await crossed({ ...fail({ code: 'vault_locked' }), failure });
    expect(given).toEqual({ ok: false, failure: { code: 'vault_locked', facts: { count: 1 } } });
  });
});
