// A vault file with many credentials and tokens, written before the app starts: every credential is the
// practice gateway's Trader or Partner client under a label of its own, so that calls with it work.
import type { CredentialId, EnvironmentId, TokenId } from '../../electron/main/domain/ids.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import type { Token } from '../../electron/main/domain/token.ts';
import { requestedToken } from '../../electron/main/tokens/ledger/ledger.ts';
import { NO_CONTENTS, type VaultContents } from '../../electron/main/vault/vault.ts';
import { DEFAULT_KDF_COST } from '../../electron/main/vault/header.ts';
import type { PracticeForTests } from './practice.ts';
import { writeVault } from './prepared-vault.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** One text for all: every text in the vault is searched for in everything the app leaves behind. */
const SEEDED_TEXT = 'text-of-a-token-nobody-issued';
const PARTNER_EVERY = 10;
const TAGS = ['desk', 'night', 'market making', 'reports'] as const;

/** `Desk 00042`: names sort as numbers do. */
export const labelOf = (index: number): string => `Desk ${String(index).padStart(5, '0')}`;
const isPartnerAt = (index: number): boolean => index % PARTNER_EVERY === PARTNER_EVERY - 1;

function contentsOf(count: number, lab: PracticeForTests, nowMs: number): VaultContents {
  const target = { baseUrl: lab.baseUrl, tradeUrl: lab.tradeUrl, authorityPem: lab.authorityPem };
  const indexes = Array.from({ length: count }, (_, index) => index);
  return {
    ...NO_CONTENTS,
    environments: (['sandbox', 'production'] as const).map((kind) => ({
      id: `many-${kind}` as EnvironmentId,
      name: kind === 'sandbox' ? 'Lab' : 'EU main',
      kind,
      ...target,
    })),
    credentials: indexes.map((index) => {
      const partner = isPartnerAt(index);
      return {
        id: `desk-${index}` as CredentialId,
        environmentId: (index % 2 === 0 ? 'many-sandbox' : 'many-production') as EnvironmentId,
        accessType: partner ? 'partner' : 'trader',
        label: labelOf(index),
        clientId: (partner ? lab.partner : lab.trader).clientId,
        registeredScopes: partner ? [] : ['TRADER_READ', 'TRADER_TRADE'],
        permission: partner ? 'read' : null,
        ownerAccount: `Account ${index % 50}`,
        tags: [TAGS[index % TAGS.length] ?? 'desk'],
        createdAtMs: nowMs,
        secretSetAtMs: nowMs - (index % 90) * DAY_MS,
        secretFingerprint: 'ffff·ffff',
        refusalsInARow: 0,
        removeWhenDead: false,
        lastFailure: null,
      };
    }),
    // Two in three hold a token; they end from 20 minutes to a day from now.
    tokens: indexes.filter((index) => index % 3 !== 2).map((index) => seededToken(index, nowMs)),
  };
}

function seededToken(index: number, nowMs: number): Token {
  const partner = isPartnerAt(index);
  const lifetimeMs = partner ? 120 * MINUTE_MS : DAY_MS;
  const leftMs = (20 + ((index * 37) % (partner ? 95 : 1_400))) * MINUTE_MS;
  const id = `token-${index}` as TokenId;
  return {
    ...requestedToken(
      id,
      `desk-${index}` as CredentialId,
      partner ? [] : ['TRADER_TRADE'],
      nowMs - (lifetimeMs - leftMs),
    ),
    issue: 'issued',
    fingerprint: `t${index}`,
    grantedScopes: partner ? null : ['TRADER_TRADE'],
    lifetimeSeconds: lifetimeMs / 1_000,
    expiresInRaw: String(lifetimeMs / 1_000),
  };
}

/** Writes it where the app with this profile looks for it. */
export async function writeManyCredentials(
  profile: string,
  passphrase: string,
  lab: PracticeForTests,
  count: number,
): Promise<void> {
  await writeVault(profile, passphrase, DEFAULT_KDF_COST, () => {
    const contents = contentsOf(count, lab, Date.now());
    return {
      contents,
      seal: [
        ...contents.credentials.map(({ id, accessType }) => ({
          name: { id, field: 'client_secret' as const },
          secret: SecretBytes.take(
            Buffer.from((accessType === 'partner' ? lab.partner : lab.trader).secret),
          ),
        })),
        ...contents.tokens.map(({ id }) => ({
          name: { id, field: 'access_token' as const },
          secret: SecretBytes.take(Buffer.from(SEEDED_TEXT)),
        })),
      ],
    };
  });
}
