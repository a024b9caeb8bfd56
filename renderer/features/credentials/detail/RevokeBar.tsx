// The inline question before a revocation: what stops, that it cannot be undone, one more key press.
// For 600 ms nothing confirms, so that a held or repeated key cannot (docs/interface.md, "Confirmation").
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type {
  CredentialView,
  TokenView,
} from '../../../../electron/shared/credentials/credential-view.ts';
import { Button } from '../../../components/Button.tsx';
import { en } from '../../../i18n/en.ts';
import { liveTokens } from '../../../model/token-standing.ts';
import { fullName } from '../../../components/FullName.tsx';
import { useApp, useView } from '../../../state/app-context.tsx';
import { revokeToken } from '../../../actions/shared-calls.ts';

const KEY_REPEAT_GUARD_MS = 600;

function whatStops(credential: CredentialView, token: TokenView): string {
  if (credential.accessType === 'partner') return en.revokeBar.unknown;
  const scopes = token.grantedScopes ?? token.requestedScopes;
  if (scopes.includes('TRADER_TRADE')) return en.revokeBar.trade;
  return scopes.includes('TRADER_READ') ? en.revokeBar.read : en.revokeBar.unknown;
}

export function RevokeBar(props: {
  readonly credential: CredentialView;
  readonly token: TokenView;
}): ReactNode {
  const { credential, token } = props;
  const { call, window: store, ticker, focusPoints } = useApp();
  const name = useView((view) => fullName(view, credential));
  const bar = useRef<HTMLFieldSetElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  const armedAtMs = useRef(ticker.nowMs());
  const origin = useRef<Element | null>(null);
  useEffect(() => {
    origin.current = document.activeElement;
    armedAtMs.current = ticker.nowMs();
    confirm.current?.focus({ preventScroll: true });
    // The whole question where there is room for it, and its answer in any case.
    bar.current?.scrollIntoView?.({ block: 'nearest' });
    confirm.current?.scrollIntoView?.({ block: 'nearest' });
  }, [ticker]);
  const close = (answer: 'revoke' | 'cancel'): void => {
    const back = origin.current;
    const card = bar.current?.closest('article');
    store.patch({ armedTokenId: null });
    setTimeout(() => {
      if (back instanceof HTMLElement && back.isConnected && back !== document.body) {
        back.focus();
        return;
      }
      // The button of the token stands again where the question stood.
      const again = card?.querySelector<HTMLElement>('[data-action="revoke"]');
      if (answer === 'cancel' && again !== null && again !== undefined) again.focus();
      else if (!focusPoints.focus('next_step')) focusPoints.focus('chosen_row');
    });
  };
  const revoke = (): void => {
    if (ticker.nowMs() - armedAtMs.current < KEY_REPEAT_GUARD_MS) return;
    close('revoke');
    void revokeToken(call, credential, token);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close('cancel');
    }
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
  };
  const others = liveTokens(credential).filter((other) => other.id !== token.id).length;
  return (
    <fieldset
      ref={bar}
      className="card revoke-bar"
      aria-label={en.revokeBar.question(token.fingerprint)}
    >
      <p>
        <strong>{en.revokeBar.question(token.fingerprint)}</strong>{' '}
        {en.revokeBar.stops(name ?? credential.label, whatStops(credential, token))}
        {others > 0 && ` ${en.revokeBar.others(others)}`}
      </p>
      <div className="actions actions-last">
        <Button onClick={() => close('cancel')} onKeyDown={onKey}>
          {en.verbs.cancel}
        </Button>
        <Button
          ref={confirm}
          look="danger"
          className="button-solid"
          onClick={revoke}
          onKeyDown={onKey}
        >
          {en.revokeBar.confirm}
        </Button>
      </div>
    </fieldset>
  );
}
