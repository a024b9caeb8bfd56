// One token: its state, how long it lives, what it may do, what was noticed. The head of a credential shows the one
// that needs somebody first; each other one is a line that unfolds. The fingerprint stands for the token; its text is
// never here.
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useEffect, useRef, type KeyboardEvent } from 'react';
import type {
  CredentialView,
  TokenView,
} from '../../../../electron/shared/credentials/credential-view.ts';
import { Button } from '../../../components/Button.tsx';
import { ScopeChips } from '../../../components/Chips.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { LifetimeBar } from '../../../components/Time.tsx';
import { en } from '../../../i18n/en.ts';
import { isBeingEnded, needsSomebody, liveTokens } from '../../../model/token-standing.ts';
import { useWindow, useApp, useView } from '../../../state/app-context.tsx';
import { TokenEnd, TokenFacts } from './TokenFacts.tsx';
import { fullName } from '../../../components/FullName.tsx';
import { revokeToken } from '../../../actions/shared-calls.ts';

interface Of {
  readonly credential: CredentialView;
  readonly token: TokenView;
}

/** The token of the head; `children`: its buttons, in whose place the question before a revocation stands. */
export function TokenCard(props: Of & { readonly children: ReactNode }): ReactNode {
  const { credential, token } = props;
  const { expiresAtMs, sentAtMs, live } = token;
  const armed = useWindow((state) => state.armedTokenId === token.id);
  return (
    <article className="token" aria-label={en.token.label(token.fingerprint)} data-token={token.id}>
      <p className="line detail-state">
        <StateMark state={token.state} token={token} />
        <TokenEnd token={token} className="detail-time" />
      </p>
      {live && expiresAtMs !== null && !isBeingEnded(token) && (
        <LifetimeBar sentAtMs={sentAtMs} expiresAtMs={expiresAtMs} />
      )}
      <p className="line">
        {credential.accessType === 'trader' && <TokenScopes token={token} />}
        <Fingerprint token={token} />
      </p>
      <TokenFacts token={token} />
      {armed ? <RevokeBar credential={credential} token={token} /> : props.children}
    </article>
  );
}

export function TokenRow({ credential, token }: Of): ReactNode {
  const armed = useWindow((state) => state.armedTokenId === token.id);
  return (
    <article
      className="token token-row"
      aria-label={en.token.label(token.fingerprint)}
      data-token={token.id}
    >
      <details open={needsSomebody(token)}>
        <summary className="line">
          <StateMark state={token.state} token={token} />
          <Fingerprint token={token} />
          <ScopeChips scopes={token.grantedScopes ?? token.requestedScopes} />
          <span className="line end">
            <TokenEnd token={token} className="token-time" />
          </span>
        </summary>
        {credential.accessType === 'trader' && (
          <p className="line">
            <TokenScopes token={token} />
          </p>
        )}
        <TokenFacts token={token} />
      </details>
      <MoreButton token={token} />
      {armed && <RevokeBar credential={credential} token={token} />}
    </article>
  );
}

function Fingerprint({ token }: { readonly token: TokenView }): ReactNode {
  return token.fingerprint !== '' && <span className="mono secondary">{token.fingerprint}</span>;
}

/** What was granted; beside it what was asked for, where that is something else. */
function TokenScopes({ token }: { readonly token: TokenView }): ReactNode {
  const { requestedScopes: asked, grantedScopes: granted, state } = token;
  const inOrder = (scopes: readonly string[]): string => scopes.toSorted().join(' ');
  return (
    <>
      {(granted === null || inOrder(granted) !== inOrder(asked)) && (
        <>
          <span className="secondary">{en.token.requested}</span>
          <ScopeChips scopes={asked} />
        </>
      )}
      {granted === null ? (
        state !== 'requesting' && <span className="secondary">{en.token.grantedUnknown}</span>
      ) : (
        <>
          <span className="secondary">{en.token.granted}</span>
          <ScopeChips scopes={granted} />
        </>
      )}
    </>
  );
}

/** Opens the menu of the token, as a right click on it does (features/desktop/ContextMenu). */
export function MoreButton({ token }: { readonly token: TokenView }): ReactNode {
  if (!Object.values(token.can).some(Boolean)) return null;
  return (
    <Button
      look="icon"
      className="token-more"
      aria-haspopup="menu"
      aria-label={en.token.more(token.fingerprint)}
      title={en.token.more(token.fingerprint)}
      onClick={({ currentTarget }) =>
        currentTarget.dispatchEvent(
          new MouseEvent('contextmenu', { bubbles: true, cancelable: true }),
        )
      }
    >
      <Ellipsis size={16} aria-hidden="true" />
    </Button>
  );
}

const KEY_REPEAT_GUARD_MS = 600;

function whatStops(credential: CredentialView, token: TokenView): string {
  if (credential.accessType === 'partner') return en.revokeBar.unknown;
  const scopes = token.grantedScopes ?? token.requestedScopes;
  if (scopes.includes('TRADER_TRADE')) return en.revokeBar.trade;
  return scopes.includes('TRADER_READ') ? en.revokeBar.read : en.revokeBar.unknown;
}

/**
 * The inline question before a revocation: what stops, that it cannot be undone, one more key press. For 600 ms nothing
 * confirms, so that a held or repeated key cannot (docs/interface.md, "Confirmation").
 */
function RevokeBar(props: {
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
