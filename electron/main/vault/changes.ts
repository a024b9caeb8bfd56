// Applies one change to the state of an open vault, in memory: contents, sealed records, slots. What comes out of a
// mutator is checked against the schema before it may go further; a violation is a bug and throws, so that it
// rejects this change alone. What is ephemeral carries a mark in memory; only `keptPart` is ever written.
import * as v from 'valibot';
import {
  type VaultContents,
  type VaultChange,
  droppedBy,
  recordKey,
  type RecordName,
} from './vault.ts';
import type { RevocationRun } from '../domain/revocation-run.ts';
import type { Token } from '../domain/token.ts';
import type { VaultState } from './file.ts';
import { openSealedRecord, sealedRecordSchema, sealRecord, type SealedRecord } from './records.ts';
import type { KeySlot, PassphraseSlot } from './header.ts';
import { contentsSchema } from './schema.ts';
import type { VaultKeys } from './keys.ts';

type Ids = ReadonlySet<string>;

/** The marked contents, and the ids of all that is not kept: those that are gone too. */
export function markEphemeral(
  contents: VaultContents,
  known: Ids,
): { readonly contents: VaultContents; readonly ids: Ids } {
  const added = contents.credentials.filter(
    ({ id, ephemeral }) => ephemeral === true && !known.has(id),
  );
  if (known.size + added.length === 0) return { contents, ids: known };
  const ids = new Set<string>([...known, ...added.map(({ id }) => id)]);
  const tokens = contents.tokens.map((token) => {
    const isOurs = ids.has(token.credentialId);
    if (isOurs) ids.add(token.id);
    else ids.delete(token.id);
    return isOurs === (token.ephemeral === true) ? token : withMark(token, isOurs);
  });
  for (const run of contents.revocationRuns) {
    const kept = keptRun(run, ids);
    const isEmpty = kept.tokenIds.length + kept.guidedTokenIds.length === 0;
    if (kept !== run && isEmpty) ids.add(run.id);
    else ids.delete(run.id);
  }
  const isSame = same(tokens, contents.tokens) === contents.tokens;
  return { contents: isSame ? contents : { ...contents, tokens }, ids };
}

/** The contents once this credential is like any other. Its tokens lose the mark with the next `markEphemeral`. */
export const withoutEphemeral = (contents: VaultContents, credentialId: string): VaultContents => ({
  ...contents,
  credentials: contents.credentials.map((each) =>
    each.id === credentialId ? withMark(each, false) : each,
  ),
});

/**
 * What goes into the file.
 * @param before what is in it: the very object is answered where nothing of it changed, so that nothing is saved.
 */
export function keptPart(after: VaultContents, ids: Ids, before: VaultContents): VaultContents {
  if (ids.size === 0) return after;
  const kept = <T>(
    items: readonly T[],
    earlier: readonly T[],
    idOf: (item: T) => string,
  ): readonly T[] =>
    same(
      items.filter((each) => !ids.has(idOf(each))),
      earlier,
    );
  const ownerOf = ({ credentialId }: { readonly credentialId: string }): string => credentialId;
  const contents: VaultContents = {
    ...after,
    credentials: kept(after.credentials, before.credentials, ({ id }) => id),
    tokens: kept(after.tokens, before.tokens, ({ id }) => id),
    revocationRuns: same(keptRuns(after, ids, before), before.revocationRuns),
    rotations: kept(after.rotations, before.rotations, ownerOf),
    leakPlans: kept(after.leakPlans, before.leakPlans, ownerOf),
    renewals: kept(after.renewals, before.renewals, ownerOf),
    favourites: kept(after.favourites, before.favourites, (id) => id),
  };
  const names = Object.keys(contents) as (keyof VaultContents)[];
  return names.every((name) => contents[name] === before[name]) ? before : contents;
}

/** A run that covers both is whole in memory, and without what is not kept in the file. */
function keptRuns(
  { revocationRuns }: VaultContents,
  ids: Ids,
  before: VaultContents,
): readonly RevocationRun[] {
  const known = new Map(before.revocationRuns.map((run) => [run.id, run]));
  return revocationRuns
    .filter(({ id }) => !ids.has(id))
    .map((run) => {
      const kept = keptRun(run, ids);
      const earlier = known.get(run.id);
      return earlier !== undefined && JSON.stringify(kept) === JSON.stringify(earlier)
        ? earlier
        : kept;
    });
}

/** The very run where it has to do with what is kept alone. */
function keptRun(run: RevocationRun, ids: Ids): RevocationRun {
  const { scope, tokenIds, guidedTokenIds } = run;
  const named = scope.kind === 'selection' ? scope.tokenIds : [];
  const aimed = scope.kind === 'credential' && ids.has(scope.credentialId);
  if (!aimed && ![...named, ...tokenIds, ...guidedTokenIds].some((id) => ids.has(id))) return run;
  const rest = <T extends string>(list: readonly T[]): readonly T[] =>
    list.filter((id) => !ids.has(id));
  return {
    ...run,
    tokenIds: rest(tokenIds),
    guidedTokenIds: rest(guidedTokenIds),
    scope: scope.kind === 'selection' ? { ...scope, tokenIds: rest(named) } : scope,
  };
}

/** The list it was before, where it holds the very same rows. */
function same<T>(items: readonly T[], before: readonly T[]): readonly T[] {
  const unchanged =
    items.length === before.length && items.every((each, at) => each === before[at]);
  return unchanged ? before : items;
}

function withMark<T extends Pick<Token, 'ephemeral'>>(row: T, isEphemeral: boolean): T {
  if (isEphemeral) return { ...row, ephemeral: true };
  const { ephemeral: _mark, ...kept } = row;
  return kept as T;
}

/** What an open vault holds: the file's state, and with it what is ephemeral. */
export interface LiveState extends VaultState {
  /** The contents as they are in the file, or will be with the next save. */
  readonly kept: VaultContents;
  /** Ids of what is not kept. */
  readonly ephemeral: ReadonlySet<string>;
  /** False while the file lacks some of it. */
  readonly isSaved: boolean;
}

/** A change, and what is done beside it by the vault alone. */
export interface PreparedChange extends VaultChange {
  /** Its secrets, once they are sealed. */
  readonly sealed?: readonly SealedRecord[];
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
  for (const record of sealed) v.parse(sealedRecordSchema, record);
  const known = new Set([...before.ephemeral].filter((id) => id !== keep));
  const wanted = change.contents(before.contents);
  const { contents, ids } = markEphemeral(wanted, known);
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

/** `slot` wraps the data key of `next`; every other slot goes. Null: a record does not authenticate. */
export function underNewKeys(
  state: LiveState,
  from: VaultKeys,
  next: VaultKeys,
  slot: PassphraseSlot,
): LiveState | null {
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
  const kept = keptPart(contents, state.ephemeral, state.kept);
  return { ...state, header, contents, kept, records };
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
