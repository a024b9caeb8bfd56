// The contract's calls about saved views and favourites.
import type { Failure } from '../../shared/failures/failure.ts';
import type { CredentialId, SavedViewId } from '../domain/ids.ts';
import { ok, type Result } from '../domain/result.ts';
import { removeView, saveView, setFavourite } from './saved-views.ts';
import type { Room } from '../tokens/session-context.ts';
import type { HandlerPorts } from '../ipc/handler-ports.ts';
import type { Handlers } from '../ipc/serve-contract.ts';

export function createSavedViewHandlers({
  keeper,
}: HandlerPorts): Pick<Handlers, 'viewSave' | 'viewRemove' | 'favouriteSet'> {
  const doneAfter = async (
    work: (room: Room) => Promise<Result<void, Failure>>,
  ): Promise<Result<'done', Failure>> => {
    const open = keeper.services();
    if (!open.ok) return open;
    const result = await work(open.value.room);
    return result.ok ? ok('done') : result;
  };
  return {
    viewSave: ({ viewId, name, query }) =>
      doneAfter((room) => saveView(room, { id: viewId as SavedViewId | null, name, query })),
    viewRemove: ({ viewId }) => doneAfter((room) => removeView(room, viewId as SavedViewId)),
    favouriteSet: ({ credentialId, favourite }) =>
      doneAfter((room) => setFavourite(room, credentialId as CredentialId, favourite)),
  };
}
