// Before the vault is open: what backups there are of one that is missing or damaged. Nothing is restored or made unasked.
import type { ReactNode } from 'react';
import type { FoundBackupsView, RescueView } from '../../../electron/shared/backups/backup-view.ts';
import type { Failure } from '../../../electron/shared/failures/failure.ts';
import { Button } from '../../components/Button.tsx';
import { CallButton } from '../../components/CallButton.tsx';
import { GateFailure } from '../../components/Failures.tsx';
import { Mark } from '../../components/Mark.tsx';
import { backupWords, savedAt } from './en-backups.ts';
import { useApp, useWindow } from '../../state/app-context.tsx';
import { CreateVault } from '../unlock/FirstRun.tsx';
import { BackupsSheet } from './BackupsSheet.tsx';

const words = backupWords.found;

/** The vault's file is missing: its backups come first, and a new vault beside them is asked about by main. */
export function MissingVault(props: {
  readonly found: FoundBackupsView;
  /** Of what was tried last: a restore leaves this screen, and the sheet it was asked for in, while it runs. */
  readonly failure: Failure | null;
}): ReactNode {
  const { found, failure } = props;
  const { count, newest } = found;
  const { window: store } = useApp();
  const sheet = useWindow((state) => state.sheet);
  return (
    <main className="gate">
      <div className="gate-card">
        <Mark size={40} />
        <h1>{words.title}</h1>
        <p className="gate-lead">{words.lead(count)}</p>
        <p className="figure">
          {newest === null ? words.noneWhole : words.newest(savedAt(newest.savedAtMs))}
        </p>
        <GateFailure failure={failure} />
        <div className="actions">
          {newest !== null && (
            <CallButton call="backupRestore" input={{ backupId: newest.id }} look="primary">
              {words.restore}
            </CallButton>
          )}
          <Button onClick={() => store.show({ kind: 'backups' })}>{backupWords.all}</Button>
          <CreateVault look="quiet">{words.create}</CreateVault>
        </div>
        {newest !== null && <p className="secondary">{words.advice}</p>}
      </div>
      {sheet?.kind === 'backups' && <BackupsSheet />}
    </main>
  );
}

/**
 * On the locked screen of a damaged vault: the newest backup that opens, by date and contents. Nothing
 * is restored before the person asks for it and main's dialog is answered.
 */
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
      <h2 id="rescue-title">{backupWords.offerTitle}</h2>
      {offer === 'none' ? (
        <p>{backupWords.noOffer}</p>
      ) : (
        <>
          <p className="figure">{backupWords.offer(savedAt(offer.savedAtMs), offer)}</p>
          <p className="secondary">{backupWords.offerNote}</p>
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
            {backupWords.restore}
          </CallButton>
        )}
        <Button look="quiet" onClick={() => store.show({ kind: 'backups' })}>
          {backupWords.all}
        </Button>
      </div>
      {sheet?.kind === 'backups' && <BackupsSheet />}
    </section>
  );
}
