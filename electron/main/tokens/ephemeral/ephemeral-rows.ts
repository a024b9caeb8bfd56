// What is not kept, told apart from what is: rows of credentials that were entered "only for this session",
// and of all that hangs on them. Pure. Every row that goes to the durable side loses the mark, every other
// one gets it; the schema of the sealed index refuses the mark, whatever path a row should take.
import type { Credential } from '../../domain/credential.ts';
import type { RevocationRun } from '../../domain/revocation-run.ts';
import type { Token } from '../../domain/token.ts';
import type { VaultContents } from '../../vault/store/vault.ts';

const lists = [
  'credentials',
  'tokens',
  'revocationRuns',
  'rotations',
  'leakPlans',
  'renewals',
  'leases',
  'favourites',
] as const satisfies readonly (keyof VaultContents)[];

export type EphemeralRows = Pick<VaultContents, (typeof lists)[number]>;

export const NO_ROWS: EphemeralRows = {
  credentials: [],
  tokens: [],
  revocationRuns: [],
  rotations: [],
  leakPlans: [],
  renewals: [],
  leases: [],
  favourites: [],
};

export interface Split {
  /** The very object it was before, where nothing of it changed: then there is nothing to save. */
  readonly durable: VaultContents;
  readonly rows: EphemeralRows;
  /** Credentials, tokens and revocation runs that are not kept; those that are gone too. */
  readonly ids: ReadonlySet<string>;
}

/** Both, as the services see them. A list that has nothing of one side is the very list of the other. */
export function merge(durable: VaultContents, rows: EphemeralRows): VaultContents {
  const behind = <T>(first: readonly T[], then: readonly T[]): readonly T[] =>
    then.length === 0 ? first : first.length === 0 ? then : [...first, ...then];
  return {
    ...durable,
    credentials: behind(durable.credentials, rows.credentials),
    tokens: behind(rows.tokens, durable.tokens),
    revocationRuns: mergeRuns(durable.revocationRuns, rows.revocationRuns),
    rotations: behind(durable.rotations, rows.rotations),
    leakPlans: behind(durable.leakPlans, rows.leakPlans),
    renewals: behind(durable.renewals, rows.renewals),
    leases: behind(durable.leases, rows.leases),
    favourites: behind(durable.favourites, rows.favourites),
  };
}

/** A run that covers both is whole in memory, and without what is not kept on disk. */
function mergeRuns(
  durable: readonly RevocationRun[],
  mine: readonly RevocationRun[],
): readonly RevocationRun[] {
  if (mine.length === 0) return durable;
  const whole = new Map(mine.map((run) => [run.id, run]));
  const kept = durable.filter(({ id }) => !whole.has(id));
  return [...mine, ...kept].toSorted((a, b) => b.pressedAtMs - a.pressedAtMs);
}

/**
 * @param ids what was known not to be kept.
 * @param before the durable side as it is.
 */
export function split(
  after: VaultContents,
  ids: ReadonlySet<string>,
  before: VaultContents,
): Split {
  const mine = new Set(ids);
  for (const { id, credentialId } of after.tokens) if (mine.has(credentialId)) mine.add(id);
  const [credentials, myCredentials] = parted(after.credentials, ({ id }) => mine.has(id));
  const [tokens, myTokens] = parted(after.tokens, ({ id }) => mine.has(id));
  const [rotations, myRotations] = parted(after.rotations, (each) => mine.has(each.credentialId));
  const [leakPlans, myLeakPlans] = parted(after.leakPlans, (each) => mine.has(each.credentialId));
  const [renewals, myRenewals] = parted(after.renewals, (each) => mine.has(each.credentialId));
  const [leases, myLeases] = parted(after.leases, ({ tokenId }) => mine.has(tokenId));
  const [favourites, myFavourites] = parted(after.favourites, (id) => mine.has(id));
  const runs = splitRuns(after.revocationRuns, mine, before.revocationRuns);
  const durable: VaultContents = {
    ...after,
    credentials: same(credentials.map(withoutMark), before.credentials),
    tokens: same(tokens.map(withoutMark), before.tokens),
    revocationRuns: same(runs.durable, before.revocationRuns),
    rotations: same(rotations, before.rotations),
    leakPlans: same(leakPlans, before.leakPlans),
    renewals: same(renewals, before.renewals),
    leases: same(leases, before.leases),
    favourites: same(favourites, before.favourites),
  };
  const keys = Object.keys(durable) as (keyof VaultContents)[];
  return {
    durable: keys.every((key) => durable[key] === before[key]) ? before : durable,
    rows: {
      credentials: myCredentials.map(withMark),
      tokens: myTokens.map(withMark),
      revocationRuns: runs.mine,
      rotations: myRotations,
      leakPlans: myLeakPlans,
      renewals: myRenewals,
      leases: myLeases,
      favourites: myFavourites,
    },
    ids: mine,
  };
}

function splitRuns(
  runs: readonly RevocationRun[],
  mine: Set<string>,
  before: readonly RevocationRun[],
): { readonly durable: readonly RevocationRun[]; readonly mine: readonly RevocationRun[] } {
  const durable: RevocationRun[] = [];
  const own: RevocationRun[] = [];
  for (const run of runs) {
    const { scope, tokenIds, guidedTokenIds } = run;
    const aimed =
      scope.kind === 'credential'
        ? mine.has(scope.credentialId)
        : scope.kind === 'selection' && scope.tokenIds.some((id) => mine.has(id));
    const whole = !aimed && ![...tokenIds, ...guidedTokenIds].some((id) => mine.has(id));
    if (whole) {
      durable.push(run);
      continue;
    }
    own.push(run);
    const kept = withoutTokens(run, mine);
    const known = before.find(({ id }) => id === run.id);
    const empty = kept.tokenIds.length + kept.guidedTokenIds.length === 0;
    if (known === undefined && empty) mine.add(run.id);
    else {
      mine.delete(run.id);
      durable.push(known !== undefined && isSameRun(kept, known) ? known : kept);
    }
  }
  return { durable, mine: own };
}

function withoutTokens(run: RevocationRun, mine: ReadonlySet<string>): RevocationRun {
  const { scope } = run;
  const rest = <T extends string>(ids: readonly T[]): readonly T[] =>
    ids.filter((id) => !mine.has(id));
  return {
    ...run,
    tokenIds: rest(run.tokenIds),
    guidedTokenIds: rest(run.guidedTokenIds),
    scope: scope.kind === 'selection' ? { ...scope, tokenIds: rest(scope.tokenIds) } : scope,
  };
}

const isSameRun = (a: RevocationRun, b: RevocationRun): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

function parted<T>(
  items: readonly T[],
  isMine: (item: T) => boolean,
): readonly [readonly T[], readonly T[]] {
  return [items.filter((each) => !isMine(each)), items.filter(isMine)];
}

/** The list it was before, where it holds the very same rows. */
function same<T>(items: readonly T[], before: readonly T[]): readonly T[] {
  const unchanged =
    items.length === before.length && items.every((each, at) => each === before[at]);
  return unchanged ? before : items;
}

function withMark<T extends Credential | Token>(row: T): T {
  return row.ephemeral === true ? row : { ...row, ephemeral: true };
}

function withoutMark<T extends Credential | Token>(row: T): T {
  if (!('ephemeral' in row)) return row;
  const { ephemeral: _mark, ...kept } = row;
  return kept as T;
}
