// The one list of what may never stand where others read it: every client secret, every token text, saved
// or not yet, and every proxy password of the open vault. Keys and what a passphrase gives are not in it:
// they are no text that anybody could have written down. Opens nothing by itself.
import type { CredentialId, EnvironmentId, TokenId } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { VaultFailure } from '../vault/vault.ts';
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

/**
 * One after the other, of this moment: what is sealed or arrives later is not in it. Between two of them the loop may
 * turn: `none` where there is nothing, `text_gone` for a token whose text is no longer kept, or was never seen. A vault
 * that was locked meanwhile has no more records: the caller looks whether it still is open (`session.closing`).
 */
export function* secretRecords(
  session: OpenSession,
  texts: UnsavedTokens,
): Generator<SecretRecord | 'none' | 'text_gone'> {
  const { vault } = session;
  const { credentials, environments, tokens } = vault.contents();
  const unsaved = texts.list();
  for (const { id: credentialId } of credentials) {
    for (const name of secretsOf(credentialId)) {
      const what = name.field === 'new_client_secret' ? name.field : 'client_secret';
      const open = (): ReturnType<SealedText['open']> => vault.openRecord(name);
      yield vault.hasRecord(name) ? { what, credentialId, tokenId: null, open } : 'none';
    }
  }
  const isUnsaved = new Set(unsaved.map(({ id }) => id));
  for (const list of [tokens, unsaved]) {
    for (const { id: tokenId, credentialId } of list) {
      // Its row is in the vault as well: the request was written down before it left.
      if (list === tokens && isUnsaved.has(tokenId)) continue;
      const open = (): ReturnType<SealedText['open']> => texts.openText(tokenId);
      yield texts.hasText(tokenId) ? { what: 'token', credentialId, tokenId, open } : 'text_gone';
    }
  }
  for (const { id } of environments) {
    const name = { id, field: 'proxy_password' } as const;
    const open = (): ReturnType<SealedText['open']> => vault.openRecord(name);
    yield vault.hasRecord(name)
      ? { what: 'proxy_password', credentialId: null, tokenId: null, environmentId: id, open }
      : 'none';
  }
}
