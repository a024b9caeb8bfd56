// The contract's calls about saved views and favourites.
import type { Failure } from '../../shared/failures/failure.ts';
import type { CredentialId, SavedViewId } from '../domain/ids.ts';
import { ok, type Result } from '../domain/result.ts';
import { removeView, saveView, setFavourite } from './saved-views.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import type { Handlers } from '../ipc/serve-contract.ts';

export function createSavedViewHandlers({
  vaultSession,
}: HandlerPorts): Pick<Handlers, 'viewSave' | 'viewRemove' | 'favouriteSet'> {
  const doneAfter = async (
    work: (session: OpenSession) => Promise<Result<void, Failure>>,
  ): Promise<Result<'done', Failure>> => {
    const open = vaultSession.services();
    if (!open.ok) return open;
    const result = await work(open.value.session);
    return result.ok ? ok('done') : result;
  };
  return {
    viewSave: ({ viewId, name, query }) =>
      doneAfter((session) => saveView(session, { id: viewId as SavedViewId | null, name, query })),
    viewRemove: ({ viewId }) => doneAfter((session) => removeView(session, viewId as SavedViewId)),
    favouriteSet: ({ credentialId, favourite }) =>
      doneAfter((session) => setFavourite(session, credentialId as CredentialId, favourite)),
  };
}
