// Everything about one credential: its head and what needs doing, then its tokens, its access or its history.
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../../components/Button.tsx';
import { KindStrip } from '../../../components/Chips.tsx';
import { en } from '../../../i18n/en.ts';
import { useApp, useCredential, useEnvironment, useWindow } from '../../../state/app-context.tsx';
import { AccessSection } from './AccessSection.tsx';
import { CredentialNotices } from './CredentialNotices.tsx';
import { DetailHeader } from './DetailHeader.tsx';
import { DetailTabs } from './DetailTabs.tsx';
import { CredentialHistory } from '../../history/CredentialHistory.tsx';
import { GettingStarted } from './GettingStarted.tsx';
import { RenewalSection } from '../../renewal/RenewalSection.tsx';
import { NotesSection } from '../notes/NotesSection.tsx';
import { ReachSection } from './ReachSection.tsx';
import { DeleteSection, SecretSection } from './SecretSection.tsx';
import { TokenSection } from './TokenSection.tsx';

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
      <KindStrip kind={environment?.kind} />
      <div className="detail-scroll" key={credential.id}>
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
