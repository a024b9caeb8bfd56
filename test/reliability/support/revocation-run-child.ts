// A process of its own that revokes everything and may be killed at any moment: opens the vault, begins
// the run or goes on with it, and says what was acknowledged, and only then. Argument: directory.
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { LOW_COST, PASSPHRASE, secret, valueOf } from '../../unit/vault/vault-samples.ts';
import { systemClock } from '../../../electron/main/domain/clock.ts';
import { createGateway } from '../../../electron/main/gateway/gateway-client.ts';
import { quietSession } from '../../support/quiet-session.ts';
import { createVaultStore } from '../../../electron/main/vault/vault-store.ts';
import { quickArgon2id } from './quick-argon2id.ts';

const [directory = ''] = process.argv.slice(2);
const say = (line: string): void => {
  writeSync(1, `${line}\n`);
};

// What is killed writes nothing at its end, and the others need not compile it again.
flushCompileCache();
const store = createVaultStore({
  directory,
  kdf: LOW_COST,
  nowMs: Date.now,
  argon2id: quickArgon2id,
});
const vault = valueOf(await store.open(secret(PASSPHRASE)));
say('unlocked');
const services = await quietSession({
  vault,
  gateway: createGateway({ clock: systemClock, systemAuthorities: () => [] }),
  clock: systemClock,
  changed: reevaluate,
});
if (vault.contents().revocationRuns.length === 0) {
  valueOf(await services.stops.start({ kind: 'all' }));
  say('pressed');
}

function reevaluate(): void {
  const { tokens } = vault.contents();
  const isAccepted = tokens.every(({ revocation }) => revocation?.acceptedAtMs != null);
  if (tokens.length > 0 && isAccepted) {
    say('accepted');
    process.exit(0);
  }
}
reevaluate();
