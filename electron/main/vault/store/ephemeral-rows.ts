// What is not kept, told apart from what is: credentials that were entered "only for this session", and all that
// hangs on them. Pure. Such rows carry a mark in memory. Only `keptPart` is ever written; the schema of the file
// refuses the mark, whatever path a row should take.
import type { RevocationRun } from '../../domain/revocation-run.ts';
import type { Token } from '../../domain/token.ts';
import type { VaultContents } from './vault.ts';

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

/** The contents once this credential is like any other. */
export function withoutEphemeral(contents: VaultContents, credentialId: string): VaultContents {
  return {
    ...contents,
    credentials: contents.credentials.map((each) =>
      each.id === credentialId ? withMark(each, false) : each,
    ),
    tokens: contents.tokens.map((each) =>
      each.credentialId === credentialId ? withMark(each, false) : each,
    ),
  };
}

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
    leases: kept(after.leases, before.leases, ({ tokenId }) => tokenId),
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
