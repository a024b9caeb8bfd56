// The revocation of a token as a change of the vault: the intent is durable before the first byte
// leaves (docs/oauth-cases.md, case 104). The gateway here only remembers that it was asked.
import { quietSession } from '../../support/quiet-session.ts';
import type { TokenId } from '../../../electron/main/domain/ids.ts';
import type { VaultStore } from '../../../electron/main/vault/vault-store.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createScriptedGateway } from '../../support/scripted-gateway.ts';
import { PASSPHRASE, secret, token, valueOf } from '../../unit/vault/vault-samples.ts';
import type { Begun } from './vault-tasks.ts';

const REVOKED = 'token-to-revoke' as TokenId;

export async function beginRevocation(store: VaultStore): Promise<Begun> {
  const vault = valueOf(await store.open(secret(PASSPHRASE)));
  const clock = createFakeClock();
  const issued = { ...token(0), id: REVOKED, sentAtMs: clock.nowMs() };
  valueOf(
    await vault.change({
      contents: (before) => ({ ...before, tokens: [...before.tokens, issued] }),
      seal: [
        { name: { id: REVOKED, field: 'access_token' }, secret: secret('the token') },
        { name: { id: issued.credentialId, field: 'client_secret' }, secret: secret('the secret') },
      ],
    }),
  );
  const gateway = createScriptedGateway(clock);
  let asked = false;
  gateway.onRevoke(() => {
    asked = true;
    return new Promise(() => undefined);
  });
  const { revocations } = await quietSession({
    vault,
    gateway,
    clock,
  });
  return {
    async run() {
      valueOf(await revocations.revoke(REVOKED));
      if (!asked) throw new Error('the gateway was not asked');
    },
    end: vault.lock,
    wrong(found) {
      const left = found.tokens.find(({ id }) => id === REVOKED);
      return asked && left?.revocation == null ? 'a revocation left without its intent' : null;
    },
  };
}
