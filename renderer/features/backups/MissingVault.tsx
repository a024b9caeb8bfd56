// The first screen where the vault's file is missing and backups of it are there: they come first, and a
// new vault beside them is asked about by main. Nothing is restored or made unasked.
import type { ReactNode } from 'react';
import type { FoundBackupsView } from '../../../electron/shared/backups/backup-view.ts';
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
