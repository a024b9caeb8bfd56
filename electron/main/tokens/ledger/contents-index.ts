// Finds tokens, credentials and environments by id without reading the whole list each time. Contents
// never change in place, so an index holds as long as its list lives.
import type { Credential } from '../../domain/credential.ts';
import type { Environment } from '../../domain/environment.ts';
import type { CredentialId, EnvironmentId, TokenId } from '../../domain/ids.ts';
import type { Token } from '../../domain/token.ts';
import type { VaultContents } from '../../vault/store/vault.ts';

/** Finds items by any key of theirs. */
export function createIndexBy<T, K>(
  keyOf: (item: T) => K,
): (items: readonly T[], key: K) => T | undefined {
  const known = new WeakMap<readonly T[], ReadonlyMap<K, T>>();
  return (items, key) => {
    let index = known.get(items);
    if (index === undefined) {
      index = new Map(items.map((each) => [keyOf(each), each]));
      known.set(items, index);
    }
    return index.get(key);
  };
}

export interface ContentsIndex {
  readonly token: (contents: VaultContents, id: TokenId) => Token | undefined;
  /** In the order of the ledger: newest first. */
  readonly tokensOf: (contents: VaultContents, id: CredentialId) => readonly Token[];
  readonly credential: (contents: VaultContents, id: CredentialId) => Credential | undefined;
  readonly environment: (contents: VaultContents, id: EnvironmentId) => Environment | undefined;
}

export function createContentsIndex(): ContentsIndex {
  const tokens = createIndexBy<Token, Token['id']>(({ id }) => id);
  const credentials = createIndexBy<Credential, Credential['id']>(({ id }) => id);
  const environments = createIndexBy<Environment, Environment['id']>(({ id }) => id);
  const byOwner = new WeakMap<readonly Token[], ReadonlyMap<CredentialId, readonly Token[]>>();
  return {
    tokensOf({ tokens: all }, id) {
      let groups = byOwner.get(all);
      if (groups === undefined) {
        groups = Map.groupBy(all, ({ credentialId }) => credentialId);
        byOwner.set(all, groups);
      }
      return groups.get(id) ?? [];
    },
    token: (contents, id) => tokens(contents.tokens, id),
    credential: (contents, id) => credentials(contents.credentials, id),
    environment: (contents, id) => environments(contents.environments, id),
  };
}
