// The lines of the palette: actions, environments and credentials, each with what it does.
import { useMemo } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { actionNames, actions, runAction, titleOf } from '../../actions/actions.ts';
import { placeOf } from '../../actions/action.ts';
import { actionWords as words } from '../../i18n/en-actions.ts';
import { tagCounts } from '../../model/credential-list.ts';
import { byTitle, findByName } from './palette-entries.ts';
import { folded } from '../../model/search-query.ts';
import { useApp } from '../../state/app-context.tsx';

export interface Entry {
  readonly key: string;
  readonly title: string;
  readonly also?: string | undefined;
  readonly note: string;
  readonly keys: string | null;
  /** Why it cannot be done now; null when it can. */
  readonly refusal: string | null;
  readonly run: () => void;
}

const KEYED_ENVIRONMENTS = 9;

export function usePaletteEntries(
  view: AppView,
  typed: string,
): { readonly entries: readonly Entry[]; readonly more: number } {
  const app = useApp();
  const { credentials, environments, savedViews } = view;
  const labels = useMemo(() => credentials.map(({ label }) => folded(label)), [credentials]);
  const lines = useMemo((): readonly Entry[] => {
    const place = placeOf(app);
    const all = actionNames
      .filter((name) => actions[name].keyOnly !== true)
      .map((name): Entry => {
        const action = actions[name];
        const { title, also, keys, group, refusal } = action;
        return {
          key: name,
          title: place === null ? title : titleOf(action, place),
          also,
          note: group === 'credential' ? (place?.credential?.label ?? '') : '',
          // With one row marked, the keys are about the credential that is chosen.
          keys: (group === 'selection' && place?.marked.length === 1 ? null : keys?.[0]) ?? null,
          refusal: place === null ? words.chooseFirst : (refusal?.(place) ?? null),
          run: () => void runAction(app, name),
        };
      });
    const places = environments.map(({ id, name }, index): Entry => ({
      key: `environment-${id}`,
      title: words.environment(name),
      note: '',
      keys: index < KEYED_ENVIRONMENTS ? `Mod+${index + 1}` : null,
      refusal: null,
      run: () =>
        app.window.patch({ filter: { kind: 'environment', environmentId: id }, pane: 'list' }),
    }));
    const views = savedViews.map(({ id, name, query }): Entry => ({
      key: `view-${id}`,
      title: words.showView(name),
      note: query,
      keys: null,
      refusal: null,
      run: () => app.window.patch({ filter: { kind: 'all' }, search: query, pane: 'list' }),
    }));
    const tags = tagCounts(credentials).map(([tag, count]): Entry => ({
      key: `tag-${tag}`,
      title: words.showTag(tag),
      note: String(count),
      keys: null,
      refusal: null,
      run: () => app.window.patch({ filter: { kind: 'tag', tag }, pane: 'list' }),
    }));
    const able = [...all.filter((each) => each.refusal === null), ...places, ...views, ...tags];
    return [...able, ...all.filter((each) => each.refusal !== null)];
    // What is chosen cannot change while the palette is open; what is known can.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [app, view]);
  return useMemo(() => {
    const { found, more } = findByName(labels, typed);
    const names = found.flatMap((index): Entry[] => {
      const credential = credentials[index];
      if (credential === undefined) return [];
      const { id, label, environmentId } = credential;
      return [
        {
          key: `credential-${id}`,
          title: words.credential(label),
          note: environments.find((each) => each.id === environmentId)?.name ?? '',
          keys: null,
          refusal: null,
          run: () => app.window.open(id),
        },
      ];
    });
    return { entries: [...byTitle(lines, typed), ...names], more };
  }, [app, lines, labels, credentials, environments, typed]);
}
