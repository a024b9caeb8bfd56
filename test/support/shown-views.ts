// What crosses to the window, of whole views: for tests, which have those at hand.
import * as diff from '../../electron/main/ipc/view-diff.ts';
import type {
  ShownCredential,
  CachedProjection,
} from '../../electron/main/ipc/projection-cache.ts';
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import type { ViewPatch, ViewUpdate } from '../../electron/shared/view-update.ts';
import type { AppView } from '../../electron/shared/views.ts';

/** The same object for the same view, as in the app. */
const known = new WeakMap<CredentialView, ShownCredential>();

function shownCredential(view: CredentialView): ShownCredential {
  const { tokens, ...head } = view;
  const shown = known.get(view) ?? {
    ...head,
    head: () => head,
    tokens: tokens.map((token) => ({ ...token, view: () => token })),
  };
  known.set(view, shown);
  return shown;
}

const cachedProjection = ({ version, credentials, ...rest }: AppView): CachedProjection => ({
  version,
  rest,
  credentials: credentials.map(shownCredential),
});

export const wholeUpdate = (view: AppView): ViewUpdate => diff.wholeUpdate(cachedProjection(view));

export const patchUpdate = (before: AppView, view: AppView): ViewUpdate =>
  diff.patchUpdate(cachedProjection(before), cachedProjection(view));

export const diffViews = (before: AppView, view: AppView): ViewPatch =>
  diff.diffViews(cachedProjection(before), cachedProjection(view));

export const differ = (before: AppView, view: AppView): boolean =>
  diff.differ(cachedProjection(before), cachedProjection(view));
