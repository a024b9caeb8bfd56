// Every record and the slots under a new data key: what is done when the passphrase may be known.
// Works in memory; nothing of it is on disk before the core has saved it.
import { fail, ok, type Result } from '../../domain/result.ts';
import type { PassphraseSlot } from '../format/header-schema.ts';
import { createPace } from './yield-to-loop.ts';
import { openSealedRecord, sealRecord, type SealedRecord } from '../format/record-seal.ts';
import { recordKey, recordsOf } from '../format/sealed-records.ts';
import type { Rekeyed } from '../store/vault-core.ts';
import type { VaultKeys } from './vault-keys.ts';
import type { VaultState } from '../store/vault-state.ts';
import { HISTORY_KEY_DUE, type VaultContents, type VaultFailure } from '../store/vault.ts';
import { SecretBytes } from '../../domain/secret-bytes.ts';
import { KEY_BYTES, randomBytesOwn } from './primitives.ts';

/**
 * `slot` wraps the data key of `next`; every other slot goes, and so does the key that signs exports: whoever
 * knows the old passphrase has it. The history's key is marked as due, because its file has to follow.
 * Failure: `tampered`.
 */
export async function underNewKeys(
  state: VaultState,
  from: VaultKeys,
  next: VaultKeys,
  slot: PassphraseSlot,
): Promise<Result<Rekeyed, VaultFailure>> {
  const pace = createPace();
  const sealed: SealedRecord[] = [];
  const marks = new Map<string, string>();
  for (const record of state.records.values()) {
    if (record.name.field === 'signing_key') continue;
    const secret = openSealedRecord(from, record);
    if (secret === null) {
      next.wipe();
      return fail({ code: 'tampered' });
    }
    sealed.push(sealRecord(next, record.name, record.version, secret));
    marks.set(recordKey(record.name), next.fingerprint(secret));
    secret.wipe();
    await pace.yieldToLoop();
  }
  if (state.contents.history !== null) {
    const due = SecretBytes.take(randomBytesOwn(KEY_BYTES));
    sealed.push(sealRecord(next, HISTORY_KEY_DUE, state.records.highestVersion() + 1, due));
    due.wipe();
  }
  const contents = withFingerprints(state.contents, marks);
  const header = { ...state.header, slots: [slot] };
  return ok({ state: { header, contents, records: recordsOf(sealed) }, keys: next });
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
