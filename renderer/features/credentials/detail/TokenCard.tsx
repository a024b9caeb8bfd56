// One token: its state, how long it lives, what it may do, what was noticed. The head of a credential shows the one
// that needs somebody first; each other one is a line that unfolds. The fingerprint stands for the token; its text is
// never here.
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import type {
  CredentialView,
  TokenView,
} from '../../../../electron/shared/credentials/credential-view.ts';
import { Button } from '../../../components/Button.tsx';
import { ScopeChips } from '../../../components/Chips.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { LifetimeBar } from '../../../components/Time.tsx';
import { en } from '../../../i18n/en.ts';
import { isBeingEnded, needsSomebody } from '../../../model/token-standing.ts';
import { useWindow } from '../../../state/app-context.tsx';
import { RevokeBar } from './RevokeBar.tsx';
import { TokenEnd, TokenFacts } from './TokenFacts.tsx';

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
