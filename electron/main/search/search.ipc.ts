// The contract's calls about saved views and favourites.
import { whileOpen, type VaultServices } from '../ipc/while-open.ts';
import type { OpenSession } from '../tokens/open-session.ts';
import { removeView, saveView, setFavourite } from './saved-views.ts';

export const searchHandlers = ({
  vaultSession,
}: {
  readonly vaultSession: VaultServices<{ readonly session: OpenSession }>;
}) =>
  whileOpen(vaultSession, {
    viewSave: ({ session }, { viewId: id, name, query }) => saveView(session, { id, name, query }),
    viewRemove: ({ session }, { viewId }) => removeView(session, viewId),
    favouriteSet: ({ session }, { credentialId, favourite }) =>
      setFavourite(session, credentialId, favourite),
  });
