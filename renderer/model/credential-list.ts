// Which credentials the list shows, also in the words of a search, and in which order. The order is held while a pointer or the focus
// is in the list, so that nothing moves under it (docs/interface.md, Layout). Pure.
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import type { EnvironmentView } from '../../electron/shared/environments/environment-view.ts';
import { lastUsedMs } from '../../electron/shared/health/secret-due.ts';
import type { AppView } from '../../electron/shared/views.ts';
import { hasTradeScope } from './credential-scopes.ts';
import { matches, type SearchRow, searchRows } from './search-match.ts';
import {
  type SearchQuery,
  parseSearch,
  piecesOf,
  writtenPiece,
  type FilterName,
} from './search-query.ts';
import {
  isBeingEnded,
  leadToken,
  liveTokens,
  needsAttention,
  urgencyOf,
} from './token-standing.ts';

/** Which credentials the list is about: what is chosen in the sidebar. */
export type Filter =
  | { readonly kind: 'all' }
  | { readonly kind: 'attention' }
  | { readonly kind: 'trade' }
  | { readonly kind: 'favourites' }
  | { readonly kind: 'environment'; readonly environmentId: string }
  | { readonly kind: 'tag'; readonly tag: string };

/** Before all that burns: somebody else has the key. */
const LEAKED = -1;
const CALM = 10;
const WAITS = 9;

export const sorts = ['attention', 'name', 'expiry', 'used'] as const;
export type Sort = (typeof sorts)[number];

/**
 * Attention first, by urgency, and within the same urgency what ends first; or by name; or by what ends first, unknown
 * ends before all; or by last use. What is equal by that stands by name.
 */
export function sortCredentials(
  credentials: readonly CredentialView[],
  sort: Sort = 'attention',
): readonly CredentialView[] {
  const ranks: Readonly<Record<Sort, readonly RankOf[]>> = {
    attention: [attentionRank, shownEndMs],
    name: [],
    expiry: [firstEndMs],
    used: [sinceUse],
  };
  return inRanks(credentials, ranks[sort]);
}

type RankOf = (credential: CredentialView) => number;

function inRanks(
  credentials: readonly CredentialView[],
  [rankOf, ...others]: readonly RankOf[],
): readonly CredentialView[] {
  if (rankOf === undefined) {
    return credentials.toSorted((a, b) => compareNames(a.label, b.label));
  }
  const groups = Map.groupBy(credentials, rankOf);
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => inRanks(group, others));
}

/** A rotation that waits for the person comes behind what burns and before what is calm. */
function attentionRank(credential: CredentialView): number {
  if (credential.leakPlan !== null) return LEAKED;
  return needsAttention(credential) ? Math.min(urgencyOf(credential), WAITS) : CALM;
}

/** The end that its row shows; after all others where it shows none, before them where it is unknown. */
function shownEndMs(credential: CredentialView): number {
  const lead = leadToken(credential);
  if (lead === null || isBeingEnded(lead) || (!lead.live && !lead.unreplaced)) return Infinity;
  return lead.expiresAtMs ?? -Infinity;
}

/** When the first of its live tokens ends; one without a known end is treated as short-lived. */
function firstEndMs(credential: CredentialView): number {
  return Math.min(...liveTokens(credential).map(({ expiresAtMs }) => expiresAtMs ?? -Infinity));
}

/** The one used last comes first, and what was never used last. */
const sinceUse = ({ lastUse }: CredentialView): number => -(lastUsedMs(lastUse) ?? -Infinity);

/**
 * The ids in the order to show, from what is `shown` and what sorting gives. While `held`, what was
 * shown stays where it is, though filter or search let it through no more: the gone leave, the new come
 * last. No change answers `shown` itself. `there`: every one that is not gone.
 */
export function nextOrder(
  shown: readonly string[],
  sorted: readonly string[],
  held: boolean,
  there: { readonly has: (id: string) => boolean } = new Set(sorted),
): readonly string[] {
  if (!held) return same(shown, sorted) ? shown : sorted;
  const kept = shown.filter((id) => there.has(id));
  const keptSet = new Set(kept);
  const next = [...kept, ...sorted.filter((id) => !keptSet.has(id))];
  return same(shown, next) ? shown : next;
}

export const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);

export const environmentOf = (
  view: AppView,
  credential: CredentialView,
): EnvironmentView | undefined =>
  view.environments.find((environment) => environment.id === credential.environmentId);

function passes(credential: CredentialView, filter: Filter): boolean {
  switch (filter.kind) {
    case 'all':
      return true;
    case 'attention':
      return needsAttention(credential);
    case 'favourites':
      return credential.favourite;
    case 'trade':
      return hasTradeScope(credential);
    case 'environment':
      return credential.environmentId === filter.environmentId;
    case 'tag':
      return credential.tags.includes(filter.tag);
  }
}

/** What the filter lets through, where nothing is searched for. */
export function filteredCredentials(
  credentials: readonly CredentialView[],
  filter: Filter,
): readonly CredentialView[] {
  return filter.kind === 'all'
    ? credentials
    : credentials.filter((credential) => passes(credential, filter));
}

/**
 * What filter and search let through, in the order of the rows. A word that finds nothing, and may become a filter,
 * empties no list before it is one.
 */
export function visibleCredentials(
  rows: readonly SearchRow[],
  filter: Filter,
  query: SearchQuery,
  nowMs: number,
): readonly CredentialView[] {
  const found = rows
    .filter((row) => passes(row.credential, filter) && matches(row, query, nowMs))
    .map(({ credential }) => credential);
  if (found.length > 0 || !query.unfinished) return found;
  const typed = { ...query, terms: query.terms.slice(0, -1), unfinished: false };
  return visibleCredentials(rows, filter, typed, nowMs);
}

/** Every tag in use, with how many credentials carry it. */
export function tagCounts(
  credentials: readonly CredentialView[],
): readonly (readonly [tag: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { tags } of credentials) {
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].toSorted(([a], [b]) => compareNames(a, b));
}

type Lists = Pick<AppView, 'credentials' | 'environments'>;

function wordOf(
  filter: Filter,
  { environments }: Lists,
): readonly [name: FilterName, value: string] | null {
  switch (filter.kind) {
    case 'all':
      return null;
    case 'attention':
      return ['state', 'attention'];
    case 'trade':
      return ['scope', 'trade'];
    case 'favourites':
      return ['is', 'favourite'];
    case 'tag':
      return ['tag', filter.tag];
    case 'environment':
      return ['env', environments.find(({ id }) => id === filter.environmentId)?.name ?? ''];
  }
}

/**
 * The search that shows what `filter` and `search` show together. `exact`: the word for the filter finds
 * what the filter lets through; that of an environment or a tag finds others too whose names are like it.
 */
export function withFilter(
  search: string,
  filter: Filter,
  lists: Lists,
): { readonly query: string; readonly exact: boolean } {
  const word = wordOf(filter, lists);
  const typed = search.trim();
  if (word === null) return { query: typed, exact: true };
  const [name, value] = word;
  const written = writtenPiece({ not: false, name, value });
  const asked = parseSearch(written);
  const through = new Set(filteredCredentials(lists.credentials, filter));
  const exact = searchRows(lists.credentials, lists.environments).every(
    (row) => matches(row, asked, 0) === through.has(row.credential),
  );
  const said = piecesOf(typed).some((piece) => writtenPiece(piece) === written);
  return { query: said ? typed : `${written} ${typed}`, exact };
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Names in the order people expect: numbers by their value, letters of either case alike. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b);
