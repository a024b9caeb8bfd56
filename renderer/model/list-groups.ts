// Under which headings the rows of the list stand: by state, environment, owner or tags, or under none. Pure.
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import type { AppView } from '../../electron/shared/views.ts';
import { en } from '../i18n/en.ts';
import { isBeingEnded, leadToken, needsAttention, standingOf } from './token-standing.ts';

export type Grouping = keyof typeof en.list.groupings;

const stateGroups = Object.keys(en.list.stateGroups);
type StateGroup = keyof typeof en.list.stateGroups;

function stateGroupOf(credential: CredentialView): StateGroup {
  const lead = leadToken(credential);
  const standing = standingOf(credential);
  if (credential.leakPlan !== null) return 'leaked';
  if (standing === 'expiring') return 'expiring';
  if (lead?.unreplaced === true) return 'expired';
  if (needsAttention(credential)) {
    const isAboutToken = standing === 'failed' || credential.secretDue?.soon !== true;
    return isAboutToken && credential.rotation === null ? 'failing' : 'secret';
  }
  if (lead === null) return 'empty';
  if (isBeingEnded(lead)) return 'ending';
  return lead.live ? 'fine' : 'empty';
}

/** The heading of a row, with its place among the headings; those of one place stand in the order of their words. */
function headingOf(
  credential: CredentialView,
  grouping: Grouping,
  { environments }: Pick<AppView, 'environments'>,
): readonly [place: number, heading: string] {
  switch (grouping) {
    case 'none':
      return [0, ''];
    case 'state': {
      const group = stateGroupOf(credential);
      return [stateGroups.indexOf(group), en.list.stateGroups[group]];
    }
    case 'environment': {
      const place = environments.findIndex(({ id }) => id === credential.environmentId);
      return [place, environments[place]?.name ?? ''];
    }
    case 'owner': {
      const { ownerAccount } = credential;
      return ownerAccount === '' ? [1, en.list.noOwner] : [0, ownerAccount];
    }
    case 'tags': {
      const { tags } = credential;
      return tags.length === 0 ? [1, en.list.noTags] : [0, tags.toSorted().join(', ')];
    }
  }
}

/** The rows with their headings, group by group, and within each in the order in which they come. */
export function grouped(
  sorted: readonly CredentialView[],
  grouping: Grouping,
  view: Pick<AppView, 'environments'>,
): { readonly rows: readonly CredentialView[]; readonly headings: ReadonlyMap<string, string> } {
  if (grouping === 'none') return { rows: sorted, headings: new Map() };
  const found = sorted.map((row) => ({ row, heading: headingOf(row, grouping, view) }));
  const inGroups = found.toSorted(
    ({ heading: [a, left] }, { heading: [b, right] }) => a - b || left.localeCompare(right, 'en'),
  );
  return {
    rows: inGroups.map(({ row }) => row),
    headings: new Map(inGroups.map(({ row, heading: [, words] }) => [row.id, words])),
  };
}

/** What stands in the list from top to bottom. */
export type ListItem =
  | { readonly kind: 'heading'; readonly words: string; readonly count: number }
  | { readonly kind: 'row'; readonly credential: CredentialView };

/** A heading before the first row of each group. */
export function listItems(
  rows: readonly CredentialView[],
  headings: ReadonlyMap<string, string>,
): readonly ListItem[] {
  const groups = Map.groupBy(rows, ({ id }) => headings.get(id) ?? '');
  let above = '';
  return rows.flatMap((credential): ListItem[] => {
    const words = headings.get(credential.id) ?? '';
    const row = { kind: 'row', credential } as const;
    if (words === above) return [row];
    above = words;
    return [{ kind: 'heading', words, count: groups.get(words)?.length ?? 0 }, row];
  });
}
