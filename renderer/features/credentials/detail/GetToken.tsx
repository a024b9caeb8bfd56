// Asking for a token: for Trader with a choice of registered scopes, read ticked, trade marked; for
// Partner without. The scopes are beside the button, so that asking stays one press.
import { useId, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import type { TraderScope } from '../../../../electron/shared/words.ts';
import { unlessRemoving } from '../../../actions/action.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { en, scopeMeans, scopeWords } from '../../../i18n/en.ts';
import { isBusy } from '../../../model/activity.ts';
import { defaultScopes } from '../../../model/credential-scopes.ts';
import { useApp, useFeedback } from '../../../state/app-context.tsx';
import { getToken } from '../../../actions/shared-calls.ts';

export function GetToken(props: {
  readonly credential: CredentialView;
  /** The one way on; else it asks for one more beside those there are. */
  readonly primary?: boolean;
  readonly buttonRef?: Ref<HTMLButtonElement> | undefined;
}): ReactNode {
  const { credential, buttonRef } = props;
  const { call } = useApp();
  const id = useId();
  const [chosen, setChosen] = useState<readonly TraderScope[]>(
    () => defaultScopes(credential) ?? [],
  );
  const busy = useFeedback(({ pending }) => isBusy(credential, 'token', pending));
  const trader = credential.accessType === 'trader';
  const scopes = credential.registeredScopes.filter((scope) => chosen.includes(scope));
  const lacks =
    unlessRemoving(credential) ?? (trader && scopes.length === 0 ? en.detail.chooseScope : null);
  const toggle = (scope: TraderScope): void =>
    setChosen((now) =>
      now.includes(scope) ? now.filter((held) => held !== scope) : [...now, scope],
    );
  /** The shortcut asks for what is ticked here, not for the preselection. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    if (lacks === null) void getToken(call, credential, scopes);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a shortcut of the fields within
    <div className="stack" onKeyDown={onKeyDown}>
      {trader ? (
        <fieldset>
          <legend>{en.detail.scopes}</legend>
          {credential.registeredScopes.map((scope) => (
            <div key={scope} className="line line-firm line-top choice" data-scope={scope}>
              <input
                type="checkbox"
                id={`${id}-box-${scope}`}
                checked={chosen.includes(scope)}
                aria-describedby={`${id}-${scope}`}
                onChange={() => toggle(scope)}
              />
              <span>
                <label className="scope-word" htmlFor={`${id}-box-${scope}`}>
                  {scopeWords[scope]}
                </label>{' '}
                <span className="secondary" id={`${id}-${scope}`}>
                  {scopeMeans[scope]}
                </span>
              </span>
            </div>
          ))}
        </fieldset>
      ) : (
        <p className="secondary">{en.detail.partnerNoScopes}</p>
      )}
      <ActionButton
        name={props.primary === true ? 'get_or_renew' : 'another_token'}
        about={{ credential }}
        look={props.primary === true ? 'primary' : 'plain'}
        ref={buttonRef}
        busy={busy}
        lacks={lacks}
        describedBy={lacks === null ? undefined : `${id}-why`}
        run={() => void getToken(call, credential, scopes)}
      />
      {lacks !== null && (
        <p className="secondary" id={`${id}-why`}>
          {lacks}
        </p>
      )}
    </div>
  );
}
