// What crosses to a window, of views that a test has at hand. The window is told as main tells it.
import type { ViewPatch, ViewUpdate } from '../../electron/shared/view-update.ts';
import type { AppView, ShownView } from '../../electron/shared/views.ts';
import { applyUpdate } from '../../renderer/bridge/app-view-store.ts';

export const shownView = ({ version: _version, ...shown }: AppView): ShownView => shown;

export function wholeUpdate(view: AppView): ViewUpdate {
  const { credentials, ...rest } = shownView(view);
  const patch: ViewPatch = { rest, order: credentials.map(({ id }) => id), rows: credentials };
  return { version: view.version, after: null, text: JSON.stringify(patch) };
}

export function patchUpdate(before: AppView, view: AppView): ViewUpdate {
  const { credentials, ...rest } = shownView(view);
  const known = new Map(before.credentials.map((each) => [each.id, each]));
  const isSame = (a: unknown, b: unknown): boolean =>
    a === b || JSON.stringify(a) === JSON.stringify(b);
  const patch: ViewPatch = {
    rest: Object.fromEntries(
      Object.entries(rest).filter(([name, part]) => !isSame(before[name as keyof AppView], part)),
    ),
    order: credentials.map(({ id }) => id),
    rows: credentials.filter((each) => !isSame(known.get(each.id), each)),
  };
  return { version: view.version, after: before.version, text: JSON.stringify(patch) };
}

/** What a page shows that was given nothing but this. */
export function readWhole(update: ViewUpdate): AppView {
  const view = applyUpdate(null, update);
  if (view === null) throw new Error('not a whole view');
  return view;
}
