// Everything about one credential: its head and what needs doing, then its tokens, its access or its history.
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, type ReactNode, useId, useState, type KeyboardEvent } from 'react';
import { Button } from '../../../components/Button.tsx';
import { en } from '../../../i18n/en.ts';
import { useApp, useCredential, useEnvironment, useWindow } from '../../../state/app-context.tsx';
import { AccessSection, ReachSection, NotesSection } from './AccessSection.tsx';
import { CredentialNotices } from './CredentialNotices.tsx';
import { DetailHeader } from './DetailHeader.tsx';
import { CredentialHistory } from '../../history/HistoryPages.tsx';
import { GettingStarted } from './GettingStarted.tsx';
import { UseInProgram } from './UseInProgram.tsx';
import { RenewalSection } from '../../renewal/RenewalSection.tsx';
import { DeleteSection, SecretSection } from './SecretSection.tsx';
import { detailTabs, type DetailTab } from '../../../state/window-state.ts';
import type {
  CredentialView,
  TokenView,
} from '../../../../electron/shared/credentials/credential-view.ts';
import { cardToken, tokenFor } from '../../../model/token-standing.ts';
import { GetToken } from './GetToken.tsx';
import { TokenRow } from './TokenCard.tsx';

/** States that need nothing more from anybody. */
const OVER = new Set<TokenView['state']>(['expired', 'verified', 'not_verifiable', 'forgotten']);

/**
 * The lineage: every other token this credential produced, newest first. What is over is folded away, never
 * dropped; asking for another one says that the others stay live.
 */
function TokenSection({ credential }: { readonly credential: CredentialView }): ReactNode {
  const card = cardToken(credential);
  const others = credential.tokens.filter((token) => token !== card);
  const over = others.filter((token) => OVER.has(token.state) && !token.live);
  const current = others.filter((token) => !over.includes(token));
  const getsMore =
    !credential.removing && credential.leakPlan === null && tokenFor(credential, 'renew') !== null;
  const list = (tokens: readonly TokenView[]): ReactNode => (
    <ul className="tokens">
      {tokens.map((token) => (
        <li key={token.id}>
          <TokenRow credential={credential} token={token} />
        </li>
      ))}
    </ul>
  );
  if (others.length === 0 && !getsMore) return null;
  return (
    <section className="section" aria-label={en.detail.tabs.tokens}>
      {current.length > 0 && (
        <>
          <h3>{en.detail.others(current.length)}</h3>
          {list(current)}
        </>
      )}
      {over.length > 0 && (
        <details className="fold">
          <summary>{en.detail.earlier(over.length)}</summary>
          {list(over)}
        </details>
      )}
      {getsMore && <AnotherToken credential={credential} />}
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

const LAST = detailTabs.length - 1;
/** To which place each key leads, from the one that is shown. */
const moves: Readonly<Record<string, (at: number) => number>> = {
  ArrowRight: (at) => (at === LAST ? 0 : at + 1),
  ArrowLeft: (at) => (at === 0 ? LAST : at - 1),
  Home: () => 0,
  End: () => LAST,
};

/**
 * Tokens, access and history of a credential, one at a time (WAI-ARIA APG, tabs that follow the focus): one stop
 * for Tab, arrows and Home and End between them.
 */
function DetailTabs(props: { readonly panels: Readonly<Record<DetailTab, ReactNode>> }): ReactNode {
  const { window: store } = useApp();
  const shown = useWindow(({ tab }) => tab);
  // A panel that was shown stays, so that what is half typed in it does.
  const [visited, visit] = useState<ReadonlySet<DetailTab>>(new Set([shown]));
  if (!visited.has(shown)) visit(new Set([...visited, shown]));
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = detailTabs[moves[event.key]?.(detailTabs.indexOf(shown)) ?? -1];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    store.patch({ tab: to });
    list.current?.querySelector<HTMLElement>(`[data-tab="${to}"]`)?.focus();
  };
  return (
    <>
      <div ref={list} className="tabs" role="tablist" aria-label={en.detail.tabs.label}>
        {detailTabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            className="tab"
            data-tab={tab}
            aria-selected={tab === shown}
            aria-controls={visited.has(tab) ? `${id}-panel-${tab}` : undefined}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => store.patch({ tab })}
            onKeyDown={onKeyDown}
          >
            {en.detail.tabs[tab]}
          </button>
        ))}
      </div>
      {detailTabs
        .filter((tab) => visited.has(tab))
        .map((tab) => (
          <div
            key={tab}
            role="tabpanel"
            id={`${id}-panel-${tab}`}
            className="tab-panel"
            aria-labelledby={`${id}-${tab}`}
            hidden={tab !== shown}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a panel of text alone is reached too.
            tabIndex={0}
          >
            {props.panels[tab]}
          </div>
        ))}
    </>
  );
}

export function CredentialDetail(): ReactNode {
  const { window: store } = useApp();
  const selectedId = useWindow((state) => state.selectedId);
  const credential = useCredential(selectedId);
  const environment = useEnvironment(credential?.environmentId);
  const seenId = useRef<string | null>(null);
  useEffect(() => {
    if (credential !== undefined) seenId.current = credential.id;
    // One that was added just now is still to come. Where one pane is shown, an empty one has no way out.
    const isOver =
      credential === undefined && (selectedId === null || selectedId === seenId.current);
    if (isOver && store.current().pane === 'detail') store.patch({ pane: 'list' });
  }, [credential, selectedId, store]);
  if (credential === undefined) {
    return (
      <section className="pane detail detail-empty" data-pane="detail" aria-label={en.detail.label}>
        <p className="secondary">{en.detail.nothing}</p>
      </section>
    );
  }
  return (
    <section
      className="pane detail"
      data-pane="detail"
      data-kind={environment?.kind}
      aria-label={credential.label}
    >
      <div className="scroll detail-scroll" key={credential.id}>
        <div className="detail-column">
          <Button
            look="quiet"
            className="only-single"
            onClick={() => store.patch({ pane: 'list' })}
          >
            <ArrowLeft size={16} aria-hidden="true" />
            {en.verbs.back}
          </Button>
          {environment?.builtIn === true && <GettingStarted />}
          <DetailHeader credential={credential} environment={environment} />
          <CredentialNotices credential={credential} />
          <DetailTabs
            panels={{
              tokens: (
                <>
                  <TokenSection credential={credential} />
                  <RenewalSection credential={credential} />
                </>
              ),
              access: (
                <>
                  <ReachSection credential={credential} />
                  <NotesSection credential={credential} />
                  <AccessSection credential={credential} environment={environment} />
                  <SecretSection credential={credential} />
                  <UseInProgram credential={credential} />
                  <DeleteSection credential={credential} />
                </>
              ),
              history: <CredentialHistory credential={credential} />,
            }}
          />
        </div>
      </div>
    </section>
  );
}
