// Applies one change to the state of an open vault, in memory: contents, sealed records, slots. What comes out of a
// mutator is checked against the schema before it may go further; a violation is a bug and throws, so that it
// rejects this change alone.
import * as v from 'valibot';
import { contentsSchema, recordNameSchema } from '../format/contents-schema.ts';
import type { VaultState } from '../format/file.ts';
import type { KeySlot } from '../format/header-schema.ts';
import type { SealedRecord } from '../format/record-seal.ts';
import { keptPart, markEphemeral, withoutEphemeral } from './ephemeral-rows.ts';
import { droppedBy, recordKey, type Drop, type RecordName, type VaultContents } from './vault.ts';

/** What an open vault holds: the file's state, and with it what is ephemeral. */
export interface LiveState extends VaultState {
  /** The contents as they are in the file, or will be with the next save. */
  readonly kept: VaultContents;
  /** Ids of what is not kept. */
  readonly ephemeral: ReadonlySet<string>;
  /** False while the file lacks some of it. */
  readonly isSaved: boolean;
}

/** A change whose secrets are sealed already. */
export interface PreparedChange {
  readonly contents: (before: VaultContents) => VaultContents;
  readonly sealed?: readonly SealedRecord[];
  readonly drop?: Drop;
  readonly slots?: (before: readonly KeySlot[]) => readonly KeySlot[];
  /** An ephemeral credential that is kept from now on. */
  readonly keep?: string;
}

/** What was read from a file, or is about to be written as the first. */
export const liveState = (state: VaultState): LiveState => ({
  ...state,
  kept: state.contents,
  ephemeral: new Set(),
  isSaved: true,
});

/** The same object when nothing changed. @throws ValiError, and whatever the mutator throws. */
export function applyChange(before: LiveState, change: PreparedChange): LiveState {
  const { sealed = [], drop, keep } = change;
  for (const name of sealed) v.parse(recordNameSchema, name);
  const wanted = change.contents(before.contents);
  const { contents, ids } =
    keep === undefined
      ? markEphemeral(wanted, before.ephemeral)
      : keptFromNow(wanted, before.ephemeral, keep);
  const kept = keptPart(contents, ids, before.kept);
  checkContents(kept, before.kept);
  const dropped = droppedBy(drop, contents).filter((name) => before.records.has(recordKey(name)));
  const slots = change.slots?.(before.header.slots) ?? before.header.slots;
  const isNew = sealed.length + dropped.length > 0 || slots !== before.header.slots;
  if (!isNew && contents === before.contents && kept === before.kept) return before;
  const records = new Map(before.records);
  for (const name of dropped) records.delete(recordKey(name));
  for (const record of sealed) records.set(recordKey(record), record);
  const isKept =
    kept !== before.kept ||
    slots !== before.header.slots ||
    [...sealed, ...dropped].some(({ id }) => !ids.has(id)) ||
    keep !== undefined;
  return {
    header: { ...before.header, slots },
    contents,
    records,
    kept,
    ephemeral: ids,
    isSaved: before.isSaved && !isKept,
  };
}

function keptFromNow(
  contents: VaultContents,
  known: ReadonlySet<string>,
  keep: string,
): ReturnType<typeof markEphemeral> {
  const own = new Set<string>([keep]);
  for (const { id, credentialId } of contents.tokens) if (credentialId === keep) own.add(id);
  const ids = new Set([...known].filter((id) => !own.has(id)));
  return markEphemeral(withoutEphemeral(contents, keep), ids);
}

/** Records that belong to a credential or a token. */
const OWNED: ReadonlySet<RecordName['field']> = new Set([
  'client_secret',
  'access_token',
  'new_client_secret',
]);

/** What the file is to say of it. */
export function keptState({ header, kept, records, ephemeral }: LiveState): VaultState {
  if (ephemeral.size === 0) return { header, contents: kept, records };
  // A token of what is not kept may come when its row is gone: what nobody in the file owns is not written.
  const owners = new Set<string>([...kept.credentials, ...kept.tokens].map(({ id }) => id));
  const own = [...records].filter(
    ([, { id, field }]) => !ephemeral.has(id) && (!OWNED.has(field) || owners.has(id)),
  );
  return { header, contents: kept, records: new Map(own) };
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
