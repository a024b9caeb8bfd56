// Which credentials the list shows and in which order. The order is held while a pointer or the focus
// is in the list, so that nothing moves under it (interface.md, Layout). Pure.
import type { AppView, CredentialView, EnvironmentView } from '../../electron/shared/views.ts';
import type { Filter } from '../state/window-state.ts';
import { liveTokens, needsAttention, urgencyOf } from './token-standing.ts';

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const CALM = 10;

/** Attention first, by urgency; the rest by name. */
export function sortCredentials(credentials: readonly CredentialView[]): readonly CredentialView[] {
  const rank = new Map(credentials.map((c) => [c.id, Math.min(urgencyOf(c), CALM)]));
  return credentials.toSorted(
    (a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0) || byName.compare(a.label, b.label),
  );
}

/**
 * The ids in the order to show, from what is `shown` and what sorting gives. While `held`, what was
 * shown stays where it is: the gone leave, the new come last. No change answers `shown` itself.
 */
export function nextOrder(
  shown: readonly string[],
  sorted: readonly string[],
  held: boolean,
): readonly string[] {
  if (!held) return same(shown, sorted) ? shown : sorted;
  const present = new Set(sorted);
  const kept = shown.filter((id) => present.has(id));
  const keptSet = new Set(kept);
  const next = [...kept, ...sorted.filter((id) => !keptSet.has(id))];
  return same(shown, next) ? shown : next;
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);

export const environmentOf = (
  view: AppView,
  credential: CredentialView,
): EnvironmentView | undefined =>
  view.environments.find((environment) => environment.id === credential.environmentId);

/** May trade: registered for it, holding it, or a Partner key that may write. */
export function hasTradeScope(credential: CredentialView): boolean {
  return (
    credential.registeredScopes.includes('TRADER_TRADE') ||
    credential.permission === 'write' ||
    liveTokens(credential).some((token) => token.grantedScopes?.includes('TRADER_TRADE'))
  );
}

function passes(credential: CredentialView, filter: Filter): boolean {
  switch (filter.kind) {
    case 'all':
      return true;
    case 'attention':
      return needsAttention(credential);
    case 'trade':
      return hasTradeScope(credential);
    case 'environment':
      return credential.environmentId === filter.environmentId;
    case 'tag':
      return credential.tags.includes(filter.tag);
  }
}

/** The words of a search: every one must occur in label, client id, owner account or a tag. */
export const searchWords = (search: string): readonly string[] =>
  search.toLocaleLowerCase('en').split(/\s+/).filter(Boolean);

export function visibleCredentials(
  credentials: readonly CredentialView[],
  filter: Filter,
  search: string,
): readonly CredentialView[] {
  const words = searchWords(search);
  return credentials.filter((credential) => {
    if (!passes(credential, filter)) return false;
    if (words.length === 0) return true;
    const text = [
      credential.label,
      credential.clientId,
      credential.ownerAccount,
      ...credential.tags,
    ]
      .join('\n')
      .toLocaleLowerCase('en');
    return words.every((word) => text.includes(word));
  });
}

/** Every tag in use, with how many credentials carry it. */
export function tagCounts(
  credentials: readonly CredentialView[],
): readonly (readonly [tag: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const tag of credentials.flatMap((credential) => credential.tags)) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].toSorted(([a], [b]) => byName.compare(a, b));
}
