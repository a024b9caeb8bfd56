// The one action a row offers on hover and focus: renew what can be renewed, else get a token with the
// smallest scope. One press, no dialog. Where a choice is needed it opens the credential instead.
import type { ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/credential-view.ts';
import { Button } from '../../components/Button.tsx';
import { en } from '../../i18n/en.ts';
import { isBusy } from '../../model/activity.ts';
import { defaultScopes } from '../../model/scope-choice.ts';
import { standingOf, tokenFor } from '../../model/token-standing.ts';
import { useApp, useFeedback } from '../../state/app-context.tsx';

export function NextAction(props: {
  readonly credential: CredentialView;
  readonly tabbable: boolean;
  readonly onOpen: (id: string) => void;
}): ReactNode {
  const { credential, tabbable, onOpen } = props;
  const { commands } = useApp();
  const busy = useFeedback(({ pending }) => isBusy(credential, 'token', pending));
  const renewable = tokenFor(credential, 'renew');
  const scopes = defaultScopes(credential);
  const guided = standingOf(credential) === 'needs_you';
  const [verb, act] =
    guided || scopes === null
      ? ([en.list.open, () => onOpen(credential.id)] as const)
      : renewable !== null
        ? ([en.verbs.renew, () => void commands.renew(credential, renewable)] as const)
        : ([en.verbs.getToken, () => void commands.getToken(credential, scopes)] as const);
  return (
    <Button
      className="button-small"
      tabIndex={tabbable ? 0 : -1}
      busy={busy}
      aria-label={`${verb}: ${credential.label}`}
      onClick={(event) => {
        event.stopPropagation();
        act();
      }}
    >
      {verb}
    </Button>
  );
}
