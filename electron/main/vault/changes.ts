// Applies one change to the state of an open vault, in memory: contents, sealed records, slots. What comes out of a
// mutator is checked against the schema before it may go further; a violation is a bug and throws, so that it
// rejects this change alone.
import * as v from 'valibot';
import { type VaultContents, type VaultChange, droppedBy, recordKey } from './vault.ts';
import type { VaultState } from './file.ts';
import { openSealedRecord, sealedRecordSchema, sealRecord, type SealedRecord } from './records.ts';
import type { KeySlot, PassphraseSlot } from './header.ts';
import { contentsSchema } from './schema.ts';
import type { VaultKeys } from './keys.ts';

/** A change, and what is done beside it by the vault alone. */
export interface PreparedChange extends VaultChange {
  /** Its secrets, once they are sealed. */
  readonly sealed?: readonly SealedRecord[];
  readonly slots?: (before: readonly KeySlot[]) => readonly KeySlot[];
}

/** The same object when nothing changed. @throws ValiError, and whatever the mutator throws. */
export function applyChange(before: VaultState, change: PreparedChange): VaultState {
  const { sealed = [], drop } = change;
  for (const record of sealed) v.parse(sealedRecordSchema, record);
  const contents = change.contents(before.contents);
  checkContents(contents, before.contents);
  const dropped = droppedBy(drop, contents).filter((name) => before.records.has(recordKey(name)));
  const slots = change.slots?.(before.header.slots) ?? before.header.slots;
  const isNew = sealed.length + dropped.length > 0 || slots !== before.header.slots;
  if (!isNew && contents === before.contents) return before;
  const records = new Map(before.records);
  for (const name of dropped) records.delete(recordKey(name));
  for (const record of sealed) records.set(recordKey(record), record);
  return { header: { ...before.header, slots }, contents, records };
}

/** Entries that are the very same object as before were checked before. @throws ValiError. */
export function checkContents(contents: VaultContents, before: VaultContents): void {
  for (const name of Object.keys(contents) as (keyof VaultContents)[]) {
    const schema = contentsSchema.entries[name] as v.GenericSchema | undefined;
    const [value, known] = [contents[name], before[name]] as const;
    if (value === known) continue;
    // The schema alone decides: the services' rows may have a field that must not be written.
    if (schema === undefined) throw new Error(`the contents of a vault have no ${name}`);
    if (!Array.isArray(value) || !Array.isArray(known)) {
      v.parse(schema, value);
      continue;
    }
    const checked = new Set<unknown>(known);
    const fresh: readonly unknown[] = value.filter((each) => !checked.has(each));
    v.parse(schema, fresh, { abortEarly: true });
  }
}

/** `slot` wraps the data key of `next`; every other slot goes. Null: a record does not authenticate. */
export function underNewKeys(
  state: VaultState,
  from: VaultKeys,
  next: VaultKeys,
  slot: PassphraseSlot,
): VaultState | null {
  const records = new Map<string, SealedRecord>();
  const marks = new Map<string, string>();
  for (const [key, record] of state.records) {
    const secret = openSealedRecord(from, record);
    if (secret === null) return null;
    records.set(key, sealRecord(next, record, record.version, secret));
    marks.set(key, next.fingerprint(secret));
    secret.wipe();
  }
  const contents = withFingerprints(state.contents, marks);
  const header = { ...state.header, slots: [slot] };
  return { header, contents, records };
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
