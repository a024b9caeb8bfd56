// The two credentials of a first run, fresh and random, so that the whole job works at once with no
// account. Whoever asks for them registers them with the gateway and owns their secrets.
import { randomBytes } from 'node:crypto';
import type { AccessType, PartnerPermission, TraderScope } from '../../../shared/words.ts';
import { SecretBytes } from '../../domain/secret-bytes.ts';
import { randomText } from './random-text.ts';

interface SampleClient {
  readonly label: string;
  readonly clientId: string;
  readonly accessType: AccessType;
  readonly scopes: readonly TraderScope[];
  /** Partner alone (docs/service.md 2.1). */
  readonly permission: PartnerPermission | null;
  readonly secret: SecretBytes;
}

export function sampleClients(): readonly [trader: SampleClient, partner: SampleClient] {
  return [
    {
      label: 'Practice trader',
      clientId: `practice-trader-${randomBytes(4).toString('hex')}`,
      accessType: 'trader',
      scopes: ['TRADER_READ', 'TRADER_TRADE'],
      permission: null,
      secret: SecretBytes.take(randomText('')),
    },
    {
      label: 'Practice partner',
      clientId: `practice-partner-${randomBytes(4).toString('hex')}`,
      accessType: 'partner',
      scopes: [],
      permission: 'read',
      secret: SecretBytes.take(randomText('')),
    },
  ];
}
