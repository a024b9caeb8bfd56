// The lines of the palette for what was typed: actions by the words of their titles, those that can be done first,
// then environments and credentials by name, each with what it does.
import type { AppView } from '../../../electron/shared/views.ts';
import { actionNames, actions, runAction, titleOf } from '../../actions/actions.ts';
import { placeOf } from '../../actions/action.ts';
import { actionWords } from '../../i18n/en-actions.ts';
import { tagCounts } from '../../model/credential-list.ts';
import { folded } from '../../model/search-query.ts';
import type { AppServices } from '../../state/app-context.tsx';

const CREDENTIALS_SHOWN = 20;

const wordsOf = (typed: string): readonly string[] => folded(typed).split(/\s+/u).filter(Boolean);

/**
 * Titles that begin with what was typed, then those that hold every word, then what is called so too; each in the
 * order given.
 */
export function byTitle<T extends Pick<Entry, 'title' | 'also'>>(
  all: readonly T[],
  typed: string,
): readonly T[] {
  const words = wordsOf(typed);
  if (words.length === 0) return all;
  const start = words.join(' ');
  const ranked = all.flatMap((entry) => {
    const title = folded(entry.title);
    const holds = (text: string): boolean => words.every((word) => text.includes(word));
    if (holds(title)) return { entry, rank: title.startsWith(start) ? 0 : 1 };
    const isAlso = entry.also !== undefined && holds(`${title} ${folded(entry.also)}`);
    return isAlso ? { entry, rank: 2 } : [];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ entry }) => entry);
}

export function findByName<T extends { readonly label: string }>(
  credentials: readonly T[],
  typed: string,
): { readonly found: readonly T[]; readonly more: number } {
  const words = wordsOf(typed);
  if (words.length === 0) return { found: [], more: 0 };
  const all = credentials.filter(({ label }) =>
    words.every((word) => folded(label).includes(word)),
  );
  const found = all.slice(0, CREDENTIALS_SHOWN);
  return { found, more: all.length - found.length };
}

export interface Entry {
  readonly key: string;
  readonly title: string;
  /** Other words for it: found by them after all that are found by their titles. */
  readonly also?: string | undefined;
  readonly note: string;
  readonly keys?: string | undefined;
  /** Why it cannot be done now; left out when it can. */
  readonly refusal?: string | undefined;
  readonly run: () => void;
}

const KEYED_ENVIRONMENTS = 9;

export function paletteEntries(
  app: AppServices,
  view: AppView,
  typed: string,
): { readonly entries: readonly Entry[]; readonly more: number } {
  const { found, more } = findByName(view.credentials, typed);
  const names = found.map(({ id, label, environmentId }): Entry => ({
    key: `credential-${id}`,
    title: actionWords.credential(label),
    note: view.environments.find((each) => each.id === environmentId)?.name ?? '',
    run: () => app.window.open(id),
  }));
  return { entries: [...byTitle(linesOf(app, view), typed), ...names], more };
}

function linesOf(app: AppServices, view: AppView): readonly Entry[] {
  const place = placeOf(app);
  if (place === null) return [];
  const all = actionNames
    .filter((name) => actions[name].keyOnly !== true)
    .map((name): Entry => {
      const action = actions[name];
      const { also, keys, group, refusal } = action;
      return {
        key: name,
        title: titleOf(action, place),
        also,
        note: group === 'credential' ? (place.credential?.label ?? '') : '',
        // With one row marked, the keys are about the credential that is chosen.
        keys: group === 'selection' && place.marked.length === 1 ? undefined : keys?.[0],
        refusal: refusal?.(place) ?? undefined,
        run: () => void runAction(app, name),
      };
    });
  const places = view.environments.map(({ id, name }, index): Entry => ({
    key: `environment-${id}`,
    title: actionWords.environment(name),
    note: '',
    keys: index < KEYED_ENVIRONMENTS ? `Mod+${index + 1}` : undefined,
    run: () =>
      app.window.patch({ filter: { kind: 'environment', environmentId: id }, pane: 'list' }),
  }));
  const views = view.savedViews.map(({ id, name, query }): Entry => ({
    key: `view-${id}`,
    title: actionWords.showView(name),
    note: query,
    run: () => app.window.patch({ filter: { kind: 'all' }, search: query, pane: 'list' }),
  }));
  const tags = tagCounts(view.credentials).map(([tag, count]): Entry => ({
    key: `tag-${tag}`,
    title: actionWords.showTag(tag),
    note: String(count),
    run: () => app.window.patch({ filter: { kind: 'tag', tag }, pane: 'list' }),
  }));
  const able = all.filter(({ refusal }) => refusal === undefined);
  return [...able, ...places, ...views, ...tags, ...all.filter((each) => !able.includes(each))];
}
