// The process whose memory is searched after bursts: the real gateway client in plain Node, revoking
// tokens it computes itself (seeded-secret.ts), so that no message ever carries one. Started by
// memory-after-burst.test.ts alone.
import { systemClock } from '../../../electron/main/domain/clock.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { createGateway } from '../../../electron/main/gateway/gateway-client.ts';
import type { GatewayTarget } from '../../../electron/main/gateway/call-target.ts';
import { seededSecret } from '../../support/seeded-secret.ts';

export interface BurstOrder {
  readonly url: string;
  readonly authorityPem: string;
  readonly seed: string;
  readonly tokens: number;
  /** What the positive control leaves behind, by name; null for nothing. */
  readonly leaves: string | null;
  /** A proxy on this machine, signed in to as `desk`; absent: none. */
  readonly proxyPort?: number;
}

const kept: unknown[] = [];

async function run(order: BurstOrder): Promise<string> {
  const { url, authorityPem, seed, tokens, leaves, proxyPort: port } = order;
  if (leaves !== null) kept.push(seededSecret(seed, leaves).toString('latin1'));
  const gateway = createGateway({ clock: systemClock, systemAuthorities: () => [] });
  const named = (name: string): SecretBytes => SecretBytes.take(seededSecret(seed, name));
  const target: GatewayTarget = {
    baseUrl: url,
    tradeUrl: `${url}/trade`,
    authorityPem,
    ...(port === undefined
      ? {}
      : {
          proxy: { mode: 'manual', host: '127.0.0.1', port, userName: 'desk' },
          proxyPassword: () => named('proxy password'),
        }),
  };
  const burst = gateway.openBurst(target, tokens);
  const revoke = async (index: number): Promise<boolean> => {
    const secret = named('secret');
    const token = named(`token ${index}`);
    const answer = await burst.revoke({ accessType: 'trader', clientId: 'c', secret }, token);
    secret.wipe();
    token.wipe();
    return answer.ok;
  };
  const first = await Promise.all(Array.from({ length: tokens }, (_, index) => revoke(index)));
  burst.close();
  return `${first.filter(Boolean).length} accepted`;
}

process.on('message', (order: BurstOrder) => {
  void run(order).then((said) => process.send?.(said));
});
process.on('disconnect', () => process.exit());
