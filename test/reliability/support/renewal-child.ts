// A process of its own that renews a token and may be killed at any moment: opens the vault, goes on with
// what is saved, and ends once a new token is the current one and no handover is open any more. Arguments:
// directory, the moment since which its clock runs faster.
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createGateway } from '../../../electron/main/gateway/gateway-client.ts';
import { systemClock } from '../../../electron/main/domain/clock.ts';
import { quietSession } from '../../support/quiet-session.ts';
import { createVaultStore } from '../../../electron/main/vault/vault-store.ts';
import { LOW_COST, PASSPHRASE, secret, valueOf } from '../../unit/vault/vault-samples.ts';
import { STOP_TRADER } from '../../support/revoke-all-vault.ts';
import { createQuickClock } from './quick-clock.ts';
import { quickArgon2id } from './quick-argon2id.ts';

const [directory = '', since = ''] = process.argv.slice(2);
const clock = createQuickClock(Number(since));
const say = (line: string): void => {
  writeSync(1, `${line}\n`);
};

flushCompileCache();
const store = createVaultStore({
  directory,
  kdf: LOW_COST,
  nowMs: clock.nowMs,
  argon2id: quickArgon2id,
});
const vault = valueOf(await store.open(secret(PASSPHRASE)));
say('unlocked');
const services = await quietSession({
  vault,
  // Its deadlines are of real time.
  gateway: createGateway({
    clock: { ...clock, after: systemClock.after },
    systemAuthorities: () => [],
  }),
  clock,
  changed: reevaluate,
});
if (vault.contents().renewals.length === 0) {
  valueOf(await services.renewals.turnOn(STOP_TRADER, { untilMs: null, graceSeconds: 15 }));
}
reevaluate();

function reevaluate(): void {
  const { tokens, renewals } = vault.contents();
  const [renewal] = renewals;
  const isReplaced = tokens.some(
    ({ issue, supersededAtMs }) => issue === 'issued' && supersededAtMs !== null,
  );
  if (isReplaced && renewal?.handovers.length === 0) {
    say('renewed');
    process.exit(0);
  }
}
