// Contents of a vault with many live tokens of one Trader credential, for runs over real files and TLS.
import type { CredentialId, EnvironmentId, TokenId } from '../../electron/main/domain/ids.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import type { Token } from '../../electron/main/domain/token.ts';
import type { GatewayTarget } from '../../electron/main/gateway/call-target.ts';
import { requestedToken } from '../../electron/main/tokens/ledger/ledger.ts';
import { NO_CONTENTS } from '../../electron/main/vault/vault.ts';
import type { OpenVault } from '../../electron/main/vault/unlocked-vault.ts';

export const STOP_TRADER = 'stop-trader' as CredentialId;

export interface StopToken {
  /** Also its id. */
  readonly text: string;
  readonly trades: boolean;
}

export async function fillVault(
  vault: OpenVault,
  target: GatewayTarget,
  tokens: readonly StopToken[],
): Promise<void> {
  const nowMs = Date.now();
  const environmentId = 'stop-environment' as EnvironmentId;
  const saved = await vault.change({
    contents: () => ({
      ...NO_CONTENTS,
      environments: [{ id: environmentId, name: 'Stop', kind: 'sandbox', ...target }],
      credentials: [
        {
          id: STOP_TRADER,
          environmentId,
          accessType: 'trader',
          label: 'Desk',
          clientId: 'desk-client',
          registeredScopes: ['TRADER_READ', 'TRADER_TRADE'],
          permission: null,
          ownerAccount: '',
          tags: [],
          createdAtMs: nowMs,
          secretSetAtMs: nowMs,
          secretFingerprint: 'ffff·ffff',
          refusalsInARow: 0,
          removeWhenDead: false,
          lastFailure: null,
        },
      ],
      tokens: tokens.map(({ text, trades }): Token => ({
        ...requestedToken(
          text as TokenId,
          STOP_TRADER,
          [trades ? 'TRADER_TRADE' : 'TRADER_READ'],
          nowMs,
        ),
        issue: 'issued',
        fingerprint: text,
        lifetimeSeconds: 86_400,
        expiresInRaw: '86400',
      })),
    }),
    seal: [
      {
        name: { id: STOP_TRADER, field: 'client_secret' },
        secret: SecretBytes.take(Buffer.from('desk-secret')),
      },
      ...tokens.map(({ text }) => ({
        name: { id: text, field: 'access_token' as const },
        secret: SecretBytes.take(Buffer.from(text)),
      })),
    ],
  });
  if (!saved.ok) throw new Error(saved.failure.code);
}
