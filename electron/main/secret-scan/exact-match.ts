// A text that is one token and nothing else, recognised although the vault no longer has that token's
// text: by the fingerprint its row keeps.
import { MAX_INSPECTED_BYTES } from '../../shared/unlock/entry-contract.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import { coreOf } from '../domain/token-form.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import type { UnsavedTokens } from '../tokens/ledger/unsaved-tokens.ts';
import type { Pattern } from './patterns.ts';

export function exactMatch(
  session: OpenSession,
  texts: UnsavedTokens,
  text: SecretBytes,
): Pattern | null {
  // A log may be pasted as well: no token is as long, and taking it apart would take as long.
  if (text.length > MAX_INSPECTED_BYTES) return null;
  const core = text.use((bytes) => {
    const { start, end } = coreOf(bytes);
    return SecretBytes.take(Buffer.from(bytes.subarray(start, end)));
  });
  const fingerprint = core.length === 0 ? '' : session.vault.fingerprint(core);
  core.wipe();
  const contents = session.vault.contents();
  const token = contents.tokens.find(
    (each) => each.fingerprint === fingerprint && fingerprint !== '' && !texts.hasText(each.id),
  );
  if (token === undefined) return null;
  const { id: tokenId, credentialId } = token;
  const label = session.index.credential(contents, credentialId)?.label ?? '';
  return { what: 'token', credentialId, label, tokenId, fingerprint };
}
