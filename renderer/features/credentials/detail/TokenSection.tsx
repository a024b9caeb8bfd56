// The lineage: every token this credential produced, newest first. What is over is folded away, never
// dropped; asking for another one says that the others stay live.
import { useEffect, useRef, type ReactNode } from 'react';
import type {
  CredentialView,
  TokenView,
} from '../../../../electron/shared/credentials/credential-view.ts';
import { en } from '../../../i18n/en.ts';
import { headToken, tokenFor } from '../../../model/token-standing.ts';
import { useApp, useWindow } from '../../../state/app-context.tsx';
import { GetToken } from './GetToken.tsx';
import { TokenCard } from './TokenCard.tsx';

/** States that need nothing more from anybody. */
const OVER = new Set<TokenView['state']>(['expired', 'verified', 'not_verifiable', 'forgotten']);

export function TokenSection(props: { readonly credential: CredentialView }): ReactNode {
  const { credential } = props;
  const over = credential.tokens.filter((token) => OVER.has(token.state) && !token.live);
  const current = credential.tokens.filter((token) => !over.includes(token));
  const head = headToken(credential);
  return (
    <section className="detail-section" aria-label={en.detail.tabs.tokens}>
      {current.length === 0 ? (
        <p className="secondary quiet-state">{en.detail.noTokens}</p>
      ) : (
        <ul className="tokens">
          {current.map((token) => (
            <li key={token.id}>
              <TokenCard credential={credential} token={token} inHead={token === head} />
            </li>
          ))}
        </ul>
      )}
      {over.length > 0 && (
        <details className="fold">
          <summary>{en.detail.earlier(over.length)}</summary>
          <ul className="tokens">
            {over.map((token) => (
              <li key={token.id}>
                <TokenCard credential={credential} token={token} inHead={token === head} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {!credential.removing && tokenFor(credential, 'renew') !== null && (
        <AnotherToken credential={credential} />
      )}
    </section>
  );
}

function AnotherToken(props: { readonly credential: CredentialView }): ReactNode {
  const { window: store } = useApp();
  const asked = useWindow(({ part }) => part === 'another_token');
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // Asked for by name: unfolded, and the focus on its first choice.
    if (!asked || fold.current === null) return;
    store.patch({ part: null });
    fold.current.open = true;
    fold.current.querySelector<HTMLElement>('input, button')?.focus();
  }, [asked, store]);
  return (
    <details className="fold" ref={fold}>
      <summary>{en.detail.another}</summary>
      <p className="secondary">{en.detail.anotherHint}</p>
      <GetToken credential={props.credential} />
    </details>
  );
}
