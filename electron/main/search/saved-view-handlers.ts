// The contract's calls about saved views and favourites.
import type { CredentialId, SavedViewId } from '../domain/ids.ts';
import { removeView, saveView, setFavourite } from './saved-views.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import type { Handlers } from '../ipc/serve-contract.ts';
import { createDoneAfter } from '../ipc/while-open.ts';

export function createSavedViewHandlers({
  vaultSession,
}: HandlerPorts): Pick<Handlers, 'viewSave' | 'viewRemove' | 'favouriteSet'> {
  const doneAfter = createDoneAfter(vaultSession);
  return {
    viewSave: ({ viewId, name, query }) =>
      doneAfter(({ session }) =>
        saveView(session, { id: viewId as SavedViewId | null, name, query }),
      ),
    viewRemove: ({ viewId }) =>
      doneAfter(({ session }) => removeView(session, viewId as SavedViewId)),
    favouriteSet: ({ credentialId, favourite }) =>
      doneAfter(({ session }) => setFavourite(session, credentialId as CredentialId, favourite)),
  };
}
