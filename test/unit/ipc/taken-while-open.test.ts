// What a person entered while the vault was locked goes to nobody, and is wiped.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { takenWhileOpen } from '../../../electron/main/ipc/taken-while-open.ts';
import type { VaultSession } from '../../../electron/main/session/vault-session.ts';
import type { SessionServices } from '../../../electron/main/session/session-services.ts';

// No credential has notes that could hold what was entered.
const services = {
  session: { vault: { contents: () => ({ credentials: [] }) } },
} as unknown as SessionServices;
const open: Pick<VaultSession, 'services'> = { services: () => ok(services) };
const locked: Pick<VaultSession, 'services'> = { services: () => fail({ code: 'vault_locked' }) };

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
