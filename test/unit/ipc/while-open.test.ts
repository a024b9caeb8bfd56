// Handlers that need an open vault: served with the session's services, or refused with its own failure.
import { describe, expect, it } from 'vitest';
import { takenWhileOpen } from '../../../electron/main/credentials/taken-secret.ts';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import type { CredentialId } from '../../../electron/main/domain/ids.ts';
import { NOT_ASKED } from '../../../electron/main/ipc/serve-contract.ts';
import { whileOpen } from '../../../electron/main/ipc/while-open.ts';
import type { OpenSession } from '../../../electron/main/tokens/open-session.ts';

const services = {
  // No credential has notes that could hold what was entered.
  session: { vault: { contents: () => ({ credentials: [] }) } } as unknown as OpenSession,
};
const open = { services: () => ok(services) };
const locked = { services: () => fail({ code: 'vault_locked' as const }) };
const credentialId = 'one' as CredentialId;

describe('a handler that needs an open vault', () => {
  const handlers = (vaultSession: typeof open | typeof locked, given: unknown[]) =>
    whileOpen<unknown, 'rotationStart' | 'rotationFinish'>(vaultSession, {
      rotationStart(...all) {
        given.push(all);
        return ok();
      },
      rotationFinish: {
        ask(...all) {
          given.push(all);
          return ok(null);
        },
        act(...all) {
          given.push(all);
          return ok();
        },
      },
    });

  it('is given the services of the session and its input, and a choice where it acts', async () => {
    const given: unknown[] = [];
    const { rotationStart, rotationFinish } = handlers(open, given);
    const input = { credentialId };
    expect(await rotationStart(input)).toEqual(ok());
    expect(await rotationFinish.ask(input)).toEqual(ok(null));
    expect(await rotationFinish.act(input, NOT_ASKED)).toEqual(ok());
    expect(given).toEqual([
      [services, input],
      [services, input],
      [services, input, NOT_ASKED],
    ]);
  });

  it('is refused while the vault is locked, and does nothing', async () => {
    const given: unknown[] = [];
    const { rotationStart, rotationFinish } = handlers(locked, given);
    const refused = fail({ code: 'vault_locked' });
    expect(await rotationStart({ credentialId })).toEqual(refused);
    expect(await rotationFinish.ask({ credentialId })).toEqual(refused);
    expect(await rotationFinish.act({ credentialId }, 0)).toEqual(refused);
    expect(given).toEqual([]);
  });
});

describe('what is taken while the vault is open', () => {
  const pair = (secret: SecretBytes, now: typeof services) => ok({ secret, services: now });

  it('comes with the session that is open now', async () => {
    const secret = SecretBytes.take(Buffer.from('typed'));
    const taken = await takenWhileOpen(open, Promise.resolve(ok(secret)), pair);
    expect(taken).toEqual(ok({ secret, services }));
    secret.wipe();
  });

  it('is wiped where the vault was locked meanwhile', async () => {
    const secret = SecretBytes.take(Buffer.from('typed'));
    const taken = await takenWhileOpen(locked, Promise.resolve(ok(secret)), pair);
    expect(taken).toEqual(fail({ code: 'vault_locked' }));
    expect(secret.wiped).toBe(true);
  });

  it('says that the person gave up, whatever became of the vault', async () => {
    const givenUp = Promise.resolve(ok('cancelled' as const));
    expect(await takenWhileOpen(locked, givenUp, pair)).toEqual(ok('cancelled'));
  });
});
