// Handlers that need an open vault: served with the session's services, or refused with its own failure.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import {
  createDoneAfter,
  createWhileOpen,
  takenWhileOpen,
} from '../../../electron/main/ipc/while-open.ts';
import type { SessionServices } from '../../../electron/main/session/session-services.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';

const services = {
  clockSkewSeconds: () => 7,
  // No credential has notes that could hold what was entered.
  session: { vault: { contents: () => ({ credentials: [] }) } },
} as unknown as SessionServices;
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
    const failed = fail({ code: 'gone' as const });
    expect(await createDoneAfter(open)(() => Promise.resolve(failed))).toEqual(failed);
    expect(await createDoneAfter(locked)(() => Promise.resolve(ok()))).toEqual(
      fail({ code: 'vault_locked' }),
    );
  });
});

describe('what is taken while the vault is open', () => {
  it('comes with the session that is open now', async () => {
    const secret = SecretBytes.take(Buffer.from('typed'));
    const taken = await takenWhileOpen(open, Promise.resolve(ok(secret)));
    expect(taken).toEqual(ok({ secret, services }));
    secret.wipe();
  });

  it('is wiped where the vault was locked meanwhile', async () => {
    const secret = SecretBytes.take(Buffer.from('typed'));
    const taken = await takenWhileOpen(locked, Promise.resolve(ok(secret)));
    expect(taken).toEqual(fail({ code: 'vault_locked' }));
    expect(secret.wiped).toBe(true);
  });

  it('says that the person gave up, whatever became of the vault', async () => {
    expect(await takenWhileOpen(locked, Promise.resolve(ok('cancelled' as const)))).toEqual(
      ok('cancelled'),
    );
  });
});
