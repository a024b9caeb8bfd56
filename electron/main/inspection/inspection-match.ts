// Whether a text that came from somewhere else is a token or client secret of this vault: found by its
// keyed fingerprint, proven byte by byte where the text is here.
import type { InspectionView } from '../../shared/inspection/inspection-view.ts';
import type { Credential } from '../domain/credential.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import { coreOf } from '../domain/token-form.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { isSameText } from '../tokens/ledger/unsaved-tokens.ts';

type Ours = NonNullable<InspectionView['ours']>;

/** As it is, or without what surrounds it: a secret in quotes is a secret all the same. */
export function findOurs(session: OpenSession, text: SecretBytes): Ours | null {
  const core = text.use((bytes) => SecretBytes.take(coreOf(bytes)));
  const found = matchOf(session, text) ?? matchOf(session, core);
  core.wipe();
  return found;
}

function matchOf(session: OpenSession, text: SecretBytes): Ours | null {
  if (text.length === 0) return null;
  const fingerprint = session.vault.fingerprint(text);
  const contents = session.vault.contents();
  const ours = (what: Ours['what'], { id, label }: Credential, proof: Ours['proof']): Ours => ({
    what,
    credentialId: id,
    label,
    proof,
  });
  for (const credential of contents.credentials) {
    for (const field of ['client_secret', 'new_client_secret'] as const) {
      const name = { id: credential.id, field };
      const isCandidate =
        field === 'client_secret'
          ? fingerprint !== '' && credential.secretFingerprint === fingerprint
          : session.vault.hasRecord(name);
      if (isCandidate && isSameText(session.vault.openRecord(name), text)) {
        return ours('client_secret', credential, 'text');
      }
      // What a command prints is not here: its fingerprint is.
      if (isCandidate && !session.vault.hasRecord(name)) {
        return ours('client_secret', credential, 'fingerprint');
      }
    }
  }
  for (const token of contents.tokens) {
    if (token.fingerprint !== fingerprint) continue;
    const credential = session.index.credential(contents, token.credentialId);
    if (credential === undefined) continue;
    if (!session.texts.hasText(token.id)) return ours('token', credential, 'fingerprint');
    if (isSameText(session.texts.openText(token.id), text))
      return ours('token', credential, 'text');
  }
  return null;
}
