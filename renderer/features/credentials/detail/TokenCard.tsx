// One token: its state, what was asked for and granted, how long it lives, what was noticed, and what
// can be done with it. The fingerprint stands for the token; its text is never here.
import type { ReactNode } from 'react';
import type {
  CredentialView,
  TokenView,
} from '../../../../electron/shared/credentials/credential-view.ts';
import { ScopeChips } from '../../../components/Chips.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { en } from '../../../i18n/en.ts';
import { stateWords } from '../../../i18n/en-states.ts';
import { useWindow } from '../../../state/app-context.tsx';
import { RevokeBar } from './RevokeBar.tsx';
import { TokenEnd } from './TokenEnd.tsx';
import { TokenFacts } from './TokenFacts.tsx';
import type { ActionName } from '../../../actions/actions.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { LeaseField } from '../../renewal/LeaseField.tsx';

/** What main says can be done with this token, as quiet buttons. Revoke stands apart at the end. */
function TokenActions(props: {
  readonly credential: CredentialView;
  readonly token: TokenView;
}): ReactNode {
  const { credential, token } = props;
  const { can } = token;
  if (!Object.values(can).some(Boolean)) return null;
  const button = (name: ActionName, className?: string): ReactNode => (
    <ActionButton
      name={name}
      about={{ credential, token }}
      onlyWherePossible
      {...(className === undefined ? {} : { className })}
    >
      <span className="visually-hidden">{en.token.aside(token.fingerprint)}</span>
    </ActionButton>
  );
  return (
    <div className="token-actions">
      {button('check')}
      {can.renew && credential.leakPlan === null && button('get_or_renew')}
      {button('copy_token')}
      {button('forget')}
      {can.revoke && token.revocation === null && (
        <LeaseField credential={credential} token={token} />
      )}
      <span className="spring" />
      {button('guide', 'button-strong')}
      {button('revoke', 'button-stop')}
    </div>
  );
}

export function TokenCard(props: {
  readonly credential: CredentialView;
  readonly token: TokenView;
  /** The head of the credential tells its state and time. */
  readonly inHead: boolean;
}): ReactNode {
  const { credential, token } = props;
  const armed = useWindow((state) => state.armedTokenId === token.id);
  const trader = credential.accessType === 'trader';
  const asked = [...token.requestedScopes].toSorted().join(' ');
  const granted = token.grantedScopes === null ? null : token.grantedScopes.toSorted().join(' ');
  return (
    <article
      className="token"
      aria-label={en.token.label(token.fingerprint)}
      data-token={token.id}
      data-head={props.inHead ? '' : undefined}
    >
      <div className="token-head">
        {props.inHead ? (
          <span className="visually-hidden">{stateWords[token.state]}</span>
        ) : (
          <StateMark state={token.state} token={token} />
        )}
        {token.fingerprint !== '' && <span className="mono secondary">{token.fingerprint}</span>}
        {!props.inHead && (
          <span className="token-when">
            <TokenEnd token={token} className="token-time" />
          </span>
        )}
      </div>
      {trader && (
        <p className="token-scopes">
          {granted === null ? (
            <>
              <span className="secondary">{en.token.requested}</span>
              <ScopeChips scopes={token.requestedScopes} />
              {token.state !== 'requesting' && (
                <span className="secondary">{en.token.grantedUnknown}</span>
              )}
            </>
          ) : (
            <>
              {granted !== asked && (
                <>
                  <span className="secondary">{en.token.requested}</span>
                  <ScopeChips scopes={token.requestedScopes} />
                </>
              )}
              <span className="secondary">{en.token.granted}</span>
              <ScopeChips scopes={token.grantedScopes ?? []} />
            </>
          )}
        </p>
      )}
      <TokenFacts token={token} />
      {armed ? (
        <RevokeBar credential={credential} token={token} />
      ) : (
        <TokenActions credential={credential} token={token} />
      )}
    </article>
  );
}
