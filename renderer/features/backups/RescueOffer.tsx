// On the locked screen of a damaged vault: the newest backup that opens, by date and contents. Nothing
// is restored before the person asks for it and main's dialog is answered.
import type { ReactNode } from 'react';
import type { RescueView } from '../../../electron/shared/backups/backup-view.ts';
import { Button } from '../../components/Button.tsx';
import { CallButton } from '../../components/CallButton.tsx';
import { backupWords as words, savedAt } from './en-backups.ts';
import { useApp, useWindow } from '../../state/app-context.tsx';
import { BackupsSheet } from './BackupsSheet.tsx';

export function RescueOffer(props: {
  readonly offer: RescueView['offer'];
  readonly busy: boolean;
}): ReactNode {
  const { offer, busy } = props;
  const { window: store } = useApp();
  const sheet = useWindow((state) => state.sheet);
  if (offer === null) return null;
  return (
    <section className="section" aria-labelledby="rescue-title">
      <h2 id="rescue-title">{words.offerTitle}</h2>
      {offer === 'none' ? (
        <p>{words.noOffer}</p>
      ) : (
        <>
          <p className="figure">{words.offer(savedAt(offer.savedAtMs), offer)}</p>
          <p className="secondary">{words.offerNote}</p>
        </>
      )}
      <div className="actions">
        {offer !== 'none' && (
          <CallButton
            call="backupRestore"
            input={{ backupId: offer.id }}
            look="primary"
            busy={busy}
          >
            {words.restore}
          </CallButton>
        )}
        <Button look="quiet" onClick={() => store.show({ kind: 'backups' })}>
          {words.all}
        </Button>
      </div>
      {sheet?.kind === 'backups' && <BackupsSheet />}
    </section>
  );
}
