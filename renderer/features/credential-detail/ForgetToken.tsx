// Forgetting a token, honestly: it does not revoke. The default is to revoke first. Main asks once more.
import type { ReactNode } from 'react';
import type { CredentialView, TokenView } from '../../../electron/shared/views.ts';
import { Button } from '../../components/Button.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { en } from '../../i18n/en.ts';
import { forms } from '../../i18n/en-forms.ts';
import { clockTime } from '../../i18n/time.ts';
import { useApp } from '../../state/app-context.tsx';

const words = forms.forget;

export function ForgetToken(props: {
  readonly credential: CredentialView;
  readonly token: TokenView;
  readonly onClose: () => void;
}): ReactNode {
  const { credential, token, onClose } = props;
  const { commands, window: store, ticker } = useApp();
  const until =
    token.expiresAtMs === null
      ? words.unknownEnd
      : en.token.until(clockTime(token.expiresAtMs, ticker.nowMs()));
  return (
    <Sheet title={words.title} onClose={onClose}>
      <p>
        <strong>{words.lead}</strong> {token.live && words.consequence(until)}
      </p>
      {token.live && token.can.guide && <p>{words.partner}</p>}
      <div className="sheet-actions">
        <Button onClick={onClose}>{en.verbs.cancel}</Button>
        <span className="spring" />
        <Button
          className="button-stop"
          onClick={() => {
            onClose();
            void commands.forget(credential, token);
          }}
        >
          {token.live ? words.forgetOnly : words.title}
        </Button>
        {token.live && token.can.revoke && (
          <Button
            look="primary"
            onClick={() => {
              onClose();
              void commands.revoke(credential, token);
            }}
          >
            {words.revokeFirst}
          </Button>
        )}
        {token.live && token.can.guide && token.partnerPlan !== null && (
          <Button
            look="primary"
            onClick={() => store.show({ kind: 'partner_guide', tokenId: token.id })}
          >
            {words.openGuide}
          </Button>
        )}
      </div>
    </Sheet>
  );
}
