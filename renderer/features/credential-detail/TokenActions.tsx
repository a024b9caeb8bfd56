// What main says can be done with this token, as quiet buttons. Revoke stands apart at the end.
import type { ReactNode } from 'react';
import type { CredentialView, TokenView } from '../../../electron/shared/credential-view.ts';
import { Button } from '../../components/Button.tsx';
import { en } from '../../i18n/en.ts';
import { LeaseField } from './LeaseField.tsx';
import { useOpenGuide } from './use-open-guide.ts';
import { useApp } from '../../state/app-context.tsx';

export function TokenActions(props: {
  readonly credential: CredentialView;
  readonly token: TokenView;
}): ReactNode {
  const { credential, token } = props;
  const { commands, window: store } = useApp();
  const openGuide = useOpenGuide();
  const { can } = token;
  if (!Object.values(can).some(Boolean)) return null;
  const name = <span className="visually-hidden"> token {token.fingerprint}</span>;
  const check = async (): Promise<void> => {
    const report = await commands.check(credential, token);
    if (report !== null) store.show({ kind: 'check_report', report });
  };
  return (
    <div className="token-actions">
      {can.check && (
        <Button look="quiet" onClick={() => void check()}>
          {en.verbs.check}
          {name}
        </Button>
      )}
      {can.renew && (
        <Button look="quiet" onClick={() => void commands.renew(credential, token)}>
          {en.verbs.renew}
          {name}
        </Button>
      )}
      {can.copy && (
        <Button look="quiet" onClick={() => void commands.copyToken(credential, token)}>
          {en.verbs.copy}
          {name}
        </Button>
      )}
      {can.forget && (
        <Button look="quiet" onClick={() => void commands.forget(credential, token)}>
          {en.verbs.forget}
          {name}
        </Button>
      )}
      {can.revoke && token.revocation === null && <LeaseField token={token} />}
      <span className="spring" />
      {can.guide && (
        <Button look="quiet" className="button-strong" onClick={() => void openGuide(token)}>
          {en.verbs.guide}
          {name}
        </Button>
      )}
      {can.revoke && (
        <Button
          look="quiet"
          className="button-stop"
          onClick={() => store.patch({ armedTokenId: token.id })}
        >
          {en.verbs.revoke}
          {name}
        </Button>
      )}
    </div>
  );
}
