// The window's calls about saved views and favourites. Spread into the commands.
import type { Bridge, CallInput } from '../../electron/shared/ipc-contract.ts';
import type { CredentialView } from '../../electron/shared/credential-view.ts';
import { savedViewWords as words } from '../i18n/en-saved-views.ts';
import type { Runner } from './runner.ts';

export const SAVED_VIEW_SUBJECT = 'saved_view';

export function createSavedViewCommands(bridge: Bridge, { run, runAndSay }: Runner) {
  return {
    saveView: (input: CallInput<'viewSave'>) =>
      runAndSay('viewSave', SAVED_VIEW_SUBJECT, () => bridge.viewSave(input), words.saved),
    removeView: (viewId: string) =>
      runAndSay(
        'viewRemove',
        SAVED_VIEW_SUBJECT,
        () => bridge.viewRemove({ viewId }),
        words.removed,
      ),
    setFavourite: ({ id }: CredentialView, favourite: boolean) =>
      run('favouriteSet', id, () => bridge.favouriteSet({ credentialId: id, favourite })),
  };
}
