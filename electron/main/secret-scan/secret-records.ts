// The one list of what may never stand where others read it: every client secret, every token text, saved
// or not yet, and every proxy password of the open vault. Keys and what a passphrase gives are not in it:
// they are no text that anybody could have written down. Opens nothing by itself.
import type { CredentialId, EnvironmentId, TokenId } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { VaultFailure } from '../vault/store/vault.ts';
import { secretsOf } from '../tokens/ledger/ledger.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import type { UnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';

interface SealedText {
  /** The caller wipes it. */
  readonly open: () => Result<SecretBytes, VaultFailure>;
}

export type SecretRecord = SealedText &
  (
    | {
        readonly what: 'client_secret' | 'new_client_secret';
        readonly credentialId: CredentialId;
        readonly tokenId: null;
      }
    | { readonly what: 'token'; readonly credentialId: CredentialId; readonly tokenId: TokenId }
    | {
        readonly what: 'proxy_password';
        readonly credentialId: null;
        readonly tokenId: null;
        readonly environmentId: EnvironmentId;
      }
  );

interface SecretRecords {
  readonly records: readonly SecretRecord[];
  /** Tokens whose text is no longer kept, or was never seen. */
  readonly textGone: number;
}

/** Of this moment: what is sealed or arrives later is not in it. */
export function secretRecords(session: OpenSession, texts: UnsavedTokens): SecretRecords {
  const { vault } = session;
  const { credentials, environments, tokens } = vault.contents();
  const records: SecretRecord[] = [];
  for (const { id: credentialId } of credentials) {
    for (const name of secretsOf(credentialId)) {
      if (!vault.hasRecord(name)) continue;
      const what = name.field === 'new_client_secret' ? name.field : 'client_secret';
      records.push({ what, credentialId, tokenId: null, open: () => vault.openRecord(name) });
    }
  }
  const owners = new Map<TokenId, CredentialId>();
  for (const { id, credentialId } of [...tokens, ...texts.list()]) owners.set(id, credentialId);
  let textGone = 0;
  for (const [tokenId, credentialId] of owners) {
    if (!texts.hasText(tokenId)) textGone += 1;
    else {
      const open = (): ReturnType<SealedText['open']> => texts.openText(tokenId);
      records.push({ what: 'token', credentialId, tokenId, open });
    }
  }
  for (const { id } of environments) {
    const name = { id, field: 'proxy_password' } as const;
    if (!vault.hasRecord(name)) continue;
    const open = (): ReturnType<SealedText['open']> => vault.openRecord(name);
    records.push({
      what: 'proxy_password',
      credentialId: null,
      tokenId: null,
      environmentId: id,
      open,
    });
  }
  return { records, textGone };
}
