// The one action a row offers on hover and focus: renew what can be renewed, else get a token with the
// smallest scope. One press, no dialog. Where a choice is needed it opens the credential instead.
import type { ReactNode } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Button } from '../../../components/Button.tsx';
import { actionWords as words } from '../../../i18n/en-actions.ts';
import { isBusy } from '../../../model/activity.ts';
import { defaultScopes } from '../../../model/scope-choice.ts';
import { standingOf } from '../../../model/token-standing.ts';
import { useFeedback } from '../../../state/app-context.tsx';

export function NextAction(props: {
  readonly credential: CredentialView;
  readonly tabbable: boolean;
  readonly onOpen: (id: string) => void;
}): ReactNode {
  const { credential, tabbable, onOpen } = props;
  const busy = useFeedback(({ pending }) => isBusy(credential, 'token', pending));
  const tabIndex = tabbable ? 0 : -1;
  if (standingOf(credential) === 'needs_you' || defaultScopes(credential) === null) {
    return (
      <Button
        className="button-small"
        tabIndex={tabIndex}
        busy={busy}
        aria-label={`${words.open}: ${credential.label}`}
        onClick={(event) => {
          event.stopPropagation();
          onOpen(credential.id);
        }}
      >
        {words.open}
      </Button>
    );
  }
  return (
    <ActionButton
      name="get_or_renew"
      about={{ credential }}
      look="plain"
      className="button-small"
      tabIndex={tabIndex}
      busy={busy}
      of={`: ${credential.label}`}
    />
  );
}
