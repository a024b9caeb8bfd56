// The two credentials of a first run, fresh and random, so that the whole job works at once with no
// account. Whoever asks for them registers them with the gateway and owns their secrets.
import { randomBytes } from 'node:crypto';
import { SecretBytes } from '../../domain/secret-bytes.ts';
import { randomText } from './practice-state.ts';

/** Permission is Partner's alone (docs/service.md 2.1). */
const samples = [
  {
    label: 'Practice trader',
    accessType: 'trader',
    scopes: ['TRADER_READ', 'TRADER_TRADE'],
    permission: null,
  },
  { label: 'Practice partner', accessType: 'partner', scopes: [], permission: 'read' },
] as const;

export const sampleClients = () =>
  samples.map((sample) => ({
    ...sample,
    clientId: `practice-${sample.accessType}-${randomBytes(4).toString('hex')}`,
    secret: SecretBytes.take(Buffer.from(randomText(''))),
  }));
