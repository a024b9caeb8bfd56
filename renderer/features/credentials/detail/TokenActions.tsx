// What main says can be done with this token, as quiet buttons. Revoke stands apart at the end.
import type { ReactNode } from 'react';
import type {
  CredentialView,
  TokenView,
} from '../../../../electron/shared/credentials/credential-view.ts';
import type { ActionName } from '../../../actions/actions.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { en } from '../../../i18n/en.ts';
import { LeaseField } from '../../renewal/LeaseField.tsx';

export function TokenActions(props: {
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
      {can.renew && button('get_or_renew')}
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
