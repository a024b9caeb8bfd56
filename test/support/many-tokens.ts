// Puts many live tokens into a test session at once, without a call each, and changes rows of its vault.
import type { CredentialId, EnvironmentId, TokenId } from '../../electron/main/domain/ids.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import type { Token } from '../../electron/main/domain/token.ts';
import { requestedToken } from '../../electron/main/tokens/ledger/ledger.ts';
import type { VaultContents } from '../../electron/main/vault/vault.ts';
import { TRADER, type TestSession } from './test-session.ts';

export interface TokenAction {
  readonly id: string;
  readonly credentialId?: CredentialId;
  readonly scopes?: Token['requestedScopes'];
  /** Seconds it still lives, of a day. */
  readonly leftSeconds?: number;
  /** False: the text is not kept. */
  readonly text?: boolean;
  readonly part?: Partial<Token>;
}

const DAY_SECONDS = 86_400;

/** The text of a token is `text-<id>`. */
export async function addTokens(
  session: TestSession,
  requestRetry: readonly TokenAction[],
): Promise<void> {
  const nowMs = session.clock.nowMs();
  const tokens = requestRetry.map((request): Token => {
    const { id, credentialId = TRADER, scopes = ['TRADER_TRADE'], leftSeconds = 3_600 } = request;
    const sentAtMs = nowMs - (DAY_SECONDS - leftSeconds) * 1_000;
    return {
      ...requestedToken(id as TokenId, credentialId, scopes, sentAtMs),
      issue: 'issued',
      fingerprint: id.slice(0, 20),
      lifetimeSeconds: DAY_SECONDS,
      expiresInRaw: String(DAY_SECONDS),
      ...request.part,
    };
  });
  await session.vault.change({
    contents: (before) => ({ ...before, tokens: [...tokens, ...before.tokens] }),
    seal: requestRetry
      .filter(({ text = true }) => text)
      .map(({ id }) => ({
        name: { id, field: 'access_token' as const },
        secret: SecretBytes.take(Buffer.from(`text-${id}`)),
      })),
  });
}

/** Changes every row of that kind, or that one alone. */
export async function changeRows<Kind extends 'credentials' | 'environments' | 'tokens'>(
  { vault }: Pick<TestSession, 'vault'>,
  kind: Kind,
  part: Partial<VaultContents[Kind][number]>,
  only?: string,
): Promise<void> {
  const changed = (each: VaultContents[Kind][number]) =>
    only === undefined || each.id === only ? { ...each, ...part } : each;
  await vault.change({ contents: (before) => ({ ...before, [kind]: before[kind].map(changed) }) });
}

/** So many more credentials like that one, `<name>-<index>`. */
export async function addCredentials(
  session: TestSession,
  count: number,
  { like = TRADER, name = 'desk' } = {},
): Promise<readonly CredentialId[]> {
  const ids = Array.from({ length: count }, (_, index) => `${name}-${index}` as CredentialId);
  await session.vault.change({
    contents: (before) => ({
      ...before,
      credentials: [
        ...before.credentials,
        ...ids.map((id) => ({ ...session.credential(like), id, label: id, clientId: id })),
      ],
    }),
    seal: ids.map((id) => ({
      name: { id, field: 'client_secret' as const },
      secret: SecretBytes.take(Buffer.from(id)),
    })),
  });
  return ids;
}

/** One more environment with a Trader credential `<name>-trader`. */
export async function addEnvironment(session: TestSession, name: string): Promise<CredentialId> {
  const id = `${name}-trader` as CredentialId;
  await session.vault.change({
    contents: (before) => ({
      ...before,
      environments: [
        ...before.environments,
        ...before.environments.slice(0, 1).map((each) => ({
          ...each,
          id: name as EnvironmentId,
          name,
          baseUrl: `https://${name}.test`,
        })),
      ],
      credentials: [
        ...before.credentials,
        { ...session.credential(TRADER), id, label: id, environmentId: name as EnvironmentId },
      ],
    }),
    seal: [
      {
        name: { id, field: 'client_secret' },
        secret: SecretBytes.take(Buffer.from(`secret-of-${id}`)),
      },
    ],
  });
  return id;
}
