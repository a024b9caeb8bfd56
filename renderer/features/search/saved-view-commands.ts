// The window's calls about saved views and favourites. Spread into the commands.
import type { Bridge, CallInput } from '../../../electron/shared/ipc-contract.ts';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import { savedViewWords as words } from './en-saved-views.ts';
import type { FeedbackStore } from '../../state/feedback.ts';
import type { Runner } from '../../bridge/runner.ts';

export const SAVED_VIEW_SUBJECT = 'saved_view';

export function createSavedViewCommands(
  bridge: Bridge,
  feedback: FeedbackStore,
  { runInTurn, runAndSay }: Runner,
) {
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
    /** The opposite of what was wished last, in the snapshot already or not. */
    async toggleFavourite({ id, favourite }: CredentialView): Promise<void> {
      const wished = !(feedback.current().stars.get(id) ?? favourite);
      feedback.star(id, wished);
      const done = await runInTurn('favouriteSet', id, () =>
        bridge.favouriteSet({ credentialId: id, favourite: wished }),
      );
      if (done === null) feedback.star(id, null);
    },
  };
}
