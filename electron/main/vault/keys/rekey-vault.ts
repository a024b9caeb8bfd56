// Every record and the slots under a new data key: what is done when the passphrase may be known.
// Works in memory; nothing of it is on disk before the core has saved it.
import { fail, ok, type Result } from '../../domain/result.ts';
import type { PassphraseSlot } from '../format/header-schema.ts';
import { openSealedRecord, sealRecord, type SealedRecord } from '../format/record-seal.ts';
import type { Rekeyed } from '../store/vault-core.ts';
import type { VaultKeys } from './vault-keys.ts';
import { keptPart } from '../store/ephemeral-rows.ts';
import type { LiveState } from '../store/changes.ts';
import { recordKey, type VaultContents, type VaultFailure } from '../store/vault.ts';

/**
 * `slot` wraps the data key of `next`; every other slot goes. Failure: `tampered`.
 */
export function underNewKeys(
  state: LiveState,
  from: VaultKeys,
  next: VaultKeys,
  slot: PassphraseSlot,
): Result<Rekeyed, VaultFailure> {
  const sealed: SealedRecord[] = [];
  const marks = new Map<string, string>();
  for (const record of state.records.values()) {
    const secret = openSealedRecord(from, record);
    if (secret === null) {
      next.wipe();
      return fail({ code: 'tampered' });
    }
    sealed.push(sealRecord(next, record, record.version, secret));
    marks.set(recordKey(record), next.fingerprint(secret));
    secret.wipe();
  }
  const contents = withFingerprints(state.contents, marks);
  const header = { ...state.header, slots: [slot] };
  const kept = keptPart(contents, state.ephemeral, state.kept);
  const records = new Map(sealed.map((record) => [recordKey(record), record]));
  return ok({ state: { ...state, header, contents, kept, records }, keys: next });
}

/** Fingerprints are under a key of the data key's: those shown must match those computed later. */
function withFingerprints(contents: VaultContents, marks: Map<string, string>): VaultContents {
  return {
    ...contents,
    credentials: contents.credentials.map((credential) => {
      const mark = marks.get(recordKey({ id: credential.id, field: 'client_secret' }));
      if (mark !== undefined) return { ...credential, secretFingerprint: mark };
      // What a command prints is not here to be marked anew: the next use says.
      const isUnknown = credential.secretCommand !== undefined;
      return isUnknown ? { ...credential, secretFingerprint: '' } : credential;
    }),
    tokens: contents.tokens.map((token) => {
      const mark = marks.get(recordKey({ id: token.id, field: 'access_token' }));
      return mark === undefined ? token : { ...token, fingerprint: mark };
    }),
    rotations: contents.rotations.map((rotation) => {
      const mark = marks.get(recordKey({ id: rotation.credentialId, field: 'new_client_secret' }));
      const open = rotation.finishedAtMs === null;
      return mark === undefined || !open ? rotation : { ...rotation, newSecretFingerprint: mark };
    }),
  };
}
