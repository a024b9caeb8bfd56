// Handlers that need an open vault: served with the session's services, or refused with its own failure.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { createDoneAfter, createWhileOpen } from '../../../electron/main/ipc/while-open.ts';
import type { SessionServices } from '../../../electron/main/session/session-services.ts';

const services = { clockSkewSeconds: () => 7 } as SessionServices;
const open = { services: () => ok(services) };
const locked = { services: () => fail({ code: 'vault_locked' as const }) };

describe('a handler that needs an open vault', () => {
  it('is given the services of the session and its input', () => {
    const add = createWhileOpen(open)((given, input: number) =>
      ok((given.clockSkewSeconds() ?? 0) + input),
    );
    expect(add(1)).toEqual(ok(8));
  });

  it('is refused while the vault is locked, and does nothing', () => {
    let ran = false;
    const handler = createWhileOpen(locked)(() => {
      ran = true;
      return ok('done');
    });
    expect(handler({})).toEqual(fail({ code: 'vault_locked' }));
    expect(ran).toBe(false);
  });
});

describe('work that answers no more than that it is done', () => {
  it('answers done, its own failure, or that the vault is locked', async () => {
    expect(await createDoneAfter(open)(() => Promise.resolve(ok()))).toEqual(ok('done'));
    const failed = fail({ code: 'unknown_token' as const });
    expect(await createDoneAfter(open)(() => Promise.resolve(failed))).toEqual(failed);
    expect(await createDoneAfter(locked)(() => Promise.resolve(ok()))).toEqual(
      fail({ code: 'vault_locked' }),
    );
  });
});
