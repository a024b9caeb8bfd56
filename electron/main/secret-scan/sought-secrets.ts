// The one list of what may never stand where others read it: every client secret, every token text, saved
// or not yet, and every proxy password of the open vault. Keys and what a passphrase gives are not in it:
// they are no text that anybody could have written down.
import type { SightedView } from '../../shared/secret-scan/secret-scan-view.ts';
import { MAX_INSPECTED_BYTES } from '../../shared/unlock/entry-contract.ts';
import type { CredentialId, TokenId } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import { coreOf } from '../domain/token-form.ts';
import type { RecordName, VaultFailure } from '../vault/vault.ts';
import { secretsOf } from '../tokens/ledger/ledger.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { Needles } from './needles.ts';

export interface Sought extends Readonly<Pick<SightedView, 'what' | 'label' | 'fingerprint'>> {
  /** Null for the password of a proxy. */
  readonly credentialId: CredentialId | null;
  /** Null for what is no token. */
  readonly tokenId: TokenId | null;
}

export interface SoughtSecrets {
  /** The id of a needle is the place of its secret here. */
  readonly all: readonly Sought[];
  readonly needles: Needles;
  /** Not looked for: they would be found by chance. */
  readonly tooShort: number;
  /** Tokens whose text is no longer kept, or was never seen. */
  readonly textGone: number;
  /** Their record does not open. */
  readonly unopened: number;
}

/**
 * Of this moment: what is sealed or arrives later is not in it.
 * @param how `in_parts`: a part that gives a secret away is looked for as well.
 */
export function gatherSecrets(
  { vault, index, texts }: OpenSession,
  how: 'whole' | 'in_parts',
): SoughtSecrets {
  const needles = new Needles();
  const all: Sought[] = [];
  const counts = { tooShort: 0, textGone: 0, unopened: 0 };
  const add = (
    about: Omit<Sought, 'fingerprint'>,
    secret: Result<SecretBytes, VaultFailure>,
  ): void => {
    if (!secret.ok) {
      counts.unopened += 1;
      return;
    }
    if (secret.value.use((bytes) => needles.add(bytes, all.length, how))) {
      all.push({ ...about, fingerprint: vault.fingerprint(secret.value) });
    } else counts.tooShort += 1;
    secret.value.wipe();
  };
  const addStored = (about: Omit<Sought, 'fingerprint'>, name: RecordName): void => {
    if (vault.hasRecord(name)) add(about, vault.openRecord(name));
  };
  const contents = vault.contents();
  for (const { id: credentialId, label } of contents.credentials) {
    for (const name of secretsOf(credentialId)) {
      const what = name.field === 'new_client_secret' ? name.field : 'client_secret';
      addStored({ what, credentialId, label, tokenId: null }, name);
    }
  }
  // A row may be in the vault as well: the request was written down before it left.
  for (const [id, { credentialId }] of new Map(
    [...contents.tokens, ...texts.list()].map((each) => [each.id, each]),
  )) {
    const label = index.credential(contents, credentialId)?.label ?? '';
    if (texts.hasText(id)) {
      add({ what: 'token', credentialId, label, tokenId: id }, texts.openText(id));
    } else counts.textGone += 1;
  }
  for (const { id, name: label } of contents.environments) {
    const about = { what: 'proxy_password', credentialId: null, label, tokenId: null } as const;
    addStored(about, { id, field: 'proxy_password' });
  }
  return { all, needles, ...counts };
}

/**
 * The token that this text is and nothing else, recognised by the fingerprint of its row although the vault no longer
 * has its text.
 */
export function recognised({ vault, index, texts }: OpenSession, text: SecretBytes): Sought | null {
  // A log may be pasted as well: no token is as long.
  if (text.length > MAX_INSPECTED_BYTES) return null;
  const core = text.use((bytes) => SecretBytes.take(coreOf(bytes)));
  if (core.length === 0) return null;
  const fingerprint = vault.fingerprint(core);
  core.wipe();
  const contents = vault.contents();
  const token = contents.tokens.find(
    (each) => each.fingerprint === fingerprint && !texts.hasText(each.id),
  );
  if (token === undefined) return null;
  const { id: tokenId, credentialId } = token;
  const label = index.credential(contents, credentialId)?.label ?? '';
  return { what: 'token', credentialId, label, tokenId, fingerprint };
}
