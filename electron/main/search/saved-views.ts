// Searches kept under a name and favourites: order in a long list, nothing more. A name is used once.
import { gone } from '../../shared/failures/failure.ts';
import { sameName } from '../../shared/one-line.ts';
import type { CredentialId, SavedViewId } from '../domain/ids.ts';
import { fail, type Outcome } from '../domain/result.ts';
import { MAX_SAVED_VIEWS, type SavedView } from '../domain/saved-view.ts';
import { changeVault, credentialById, type OpenSession } from '../tokens/open-session.ts';

/** `name_taken`; `too_large` for one more than the vault keeps; `gone`. */
export async function saveView(
  session: OpenSession,
  view: { readonly id: SavedViewId | null; readonly name: string; readonly query: string },
): Outcome {
  const { savedViews } = session.vault.contents();
  if (savedViews.some(({ id, name }) => id !== view.id && sameName(name, view.name))) {
    return fail({ code: 'name_taken' });
  }
  if (view.id !== null && !savedViews.some(({ id }) => id === view.id)) {
    return fail(gone('view'));
  }
  if (view.id === null && savedViews.length >= MAX_SAVED_VIEWS) {
    return fail({ code: 'too_large', facts: { about: 'views', count: MAX_SAVED_VIEWS } });
  }
  const kept: SavedView = { ...view, id: view.id ?? (session.newId() as SavedViewId) };
  return await changeVault(session, {
    contents: (before) => ({
      ...before,
      savedViews:
        view.id === null
          ? [...before.savedViews, kept]
          : before.savedViews.map((each) => (each.id === kept.id ? kept : each)),
    }),
  });
}

/** One that is gone already is no failure. */
export async function removeView(session: OpenSession, id: SavedViewId): Outcome {
  return await changeVault(session, {
    contents: (before) => ({
      ...before,
      savedViews: before.savedViews.filter((each) => each.id !== id),
    }),
  });
}

export async function setFavourite(
  session: OpenSession,
  id: CredentialId,
  favourite: boolean,
): Outcome {
  if (credentialById(session, id) === null) return fail(gone('key'));
  return await changeVault(session, {
    contents(before) {
      const others = before.favourites.filter((each) => each !== id);
      return { ...before, favourites: favourite ? [...others, id] : others };
    },
  });
}
