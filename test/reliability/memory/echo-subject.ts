// The process whose memory is searched after answers that repeat what was sent: the real gateway client
// in plain Node, with secrets and tokens it computes itself (seeded-secret.ts), so that no message ever
// carries one. Started by memory-after-echo.test.ts alone.
import { setImmediate as soon } from 'node:timers';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { systemClock } from '../../../electron/main/domain/clock.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { createGateway } from '../../../electron/main/gateway/gateway-client.ts';
import type { Gateway } from '../../../electron/main/gateway/gateway.ts';
import type { GatewayTarget } from '../../../electron/main/gateway/call-target.ts';
import { readAnswer } from '../../../electron/main/tokens/checks/answer-tree.ts';
import { seededSecret } from '../../support/seeded-secret.ts';

export interface RepeatOrder {
  readonly url: string;
  readonly authorityPem: string;
  readonly seed: string;
  /** Every call this often; over warm connections: revocations alone. */
  readonly rounds: number;
  readonly over: 'own connections' | 'warm connections';
  /** What the positive control leaves behind, by name; null for nothing. */
  readonly leaves: string | null;
}

/** Long enough for what a server on this machine has written already. */
const REST_MS = 500;
const BUSY_MS = 5;

let isBusy = false;
const kept: unknown[] = [];
let named = (_name: string): SecretBytes => SecretBytes.take(Buffer.alloc(0));

async function withSecrets(
  names: readonly string[],
  call: (...secrets: readonly SecretBytes[]) => Promise<unknown>,
): Promise<void> {
  const secrets = names.map((name) => named(name));
  // Kept: what is told of a failure is shown and written down by the app.
  kept.push(await call(...secrets));
  for (const secret of secrets) secret.wipe();
}

async function everyCall(gateway: Gateway, target: GatewayTarget, round: number): Promise<void> {
  for (const accessType of ['trader', 'partner'] as const) {
    await withSecrets([`${accessType} secret ${round}`], async (secret = named('')) => {
      const credential = { accessType, clientId: 'c', secret };
      const scopes = accessType === 'trader' ? (['TRADER_READ'] as const) : [];
      return await gateway.requestToken(target, credential, scopes);
    });
    await withSecrets([`${accessType} token ${round}`], async (token = named('')) => {
      const answer = await gateway.probeToken(target, accessType, token);
      if (!answer.ok) return answer.failure;
      const read = readAnswer(answer.value.body, token, 'c');
      answer.value.body.fill(0);
      return read;
    });
  }
  await revoke((...sent) => gateway.revokeToken(target, ...sent), round);
}

type Revoke = (
  credential: Parameters<Gateway['revokeToken']>[1],
  token: SecretBytes,
) => Promise<unknown>;

const revoke = async (over: Revoke, round: number): Promise<void> =>
  await withSecrets(
    [`revoking secret ${round}`, `revoked token ${round}`],
    async (secret = named(''), token = named('')) =>
      await over({ accessType: 'trader', clientId: 'c', secret }, token),
  );

/** What comes meanwhile is read together, several records of TLS in one turn of the loop. */
function keepBusy(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
  if (isBusy) soon(keepBusy);
}

async function run({
  url,
  authorityPem,
  seed,
  rounds,
  over,
  leaves,
}: RepeatOrder): Promise<string> {
  named = (name) => SecretBytes.take(seededSecret(seed, name));
  if (leaves !== null) kept.push(seededSecret(seed, leaves).toString('latin1'));
  const gateway = createGateway({ clock: systemClock, systemAuthorities: () => [] });
  const target = { baseUrl: url, tradeUrl: `${url}/trade`, authorityPem };
  const numbers = Array.from({ length: rounds }, (_, index) => index);
  if (over === 'own connections') {
    isBusy = true;
    keepBusy();
    for (const round of numbers) await everyCall(gateway, target, round);
    isBusy = false;
  } else {
    const burst = gateway.openBurst(target, rounds);
    // A few at a time: the same connections serve many calls.
    for (let from = 0; from < rounds; from += 8) {
      await Promise.all(numbers.slice(from, from + 8).map((round) => revoke(burst.revoke, round)));
    }
    // The rest of an answer whose head was enough is read to its end.
    await setTimeout(REST_MS);
    burst.close();
  }
  // Nobody looks in the very turn of the last answer.
  await setImmediate();
  return String(kept.length);
}

process.on('message', (order: RepeatOrder) => {
  run(order).then(
    (said) => process.send?.(said),
    (error: unknown) => process.send?.(`failed: ${String(error)}`),
  );
});
process.on('disconnect', () => process.exit());
