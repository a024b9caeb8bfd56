// What the open vault says over the window about its file: it is older than one last used here, it was restored, the
// disk had damaged it.
import { type ReactNode, useState } from 'react';
import { failureWords } from '../../../electron/shared/failures/failure-words.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { CallButton } from '../../components/CallButton.tsx';
import { Notice } from '../../components/Notice.tsx';
import { backupWords as words, savedAt } from './en-backups.ts';
import { said } from '../../i18n/en-said.ts';
import type { RescueView } from '../../../electron/shared/backups/backup-view.ts';

export function RestoredNotice(props: { readonly restored: RescueView['restored'] }): ReactNode {
  const { restored } = props;
  const [dismissed, setDismissed] = useState<RescueView['restored']>(null);
  if (restored === null) return null;
  const isSame =
    dismissed?.savedAtMs === restored.savedAtMs && dismissed.keptAside === restored.keptAside;
  if (isSame) return null;
  return (
    <Notice onDismiss={() => setDismissed(restored)}>
      <output>
        <span className="strong">{words.restored(savedAt(restored.savedAtMs))}</span>{' '}
        {words.restoredMeans} {restored.keptAside !== null && words.keptAside(restored.keptAside)}
      </output>
    </Notice>
  );
}

/** `name`: under which the damaged file is kept; null while there is none. */
export function DamagedFileNotice({ name }: { readonly name: string | null }): ReactNode {
  const [dismissed, setDismissed] = useState<string | null>(null);
  if (name === null || name === dismissed) return null;
  return (
    <Notice failure onDismiss={() => setDismissed(name)}>
      <div role="alert">
        <p className="strong">{words.damagedOnDisk}</p>
        <p>{words.damagedOnDiskMeans(name)}</p>
      </div>
    </Notice>
  );
}

const { what, means, todo } = failureWords({ code: 'rolled_back' });

export function RollbackBand(props: { readonly rolledBack: boolean }): ReactNode {
  if (!props.rolledBack) return null;
  return (
    <Notice failure name={words.rollback}>
      <div role="alert">
        <p className="strong">{what}</p>
        <p>
          {means} {todo}
        </p>
      </div>
      <div className="actions">
        <CallButton call="vaultAcceptRollback" said={said.rollbackAccepted}>
          {words.accept}
        </CallButton>
        <ActionButton name="backups" />
      </div>
    </Notice>
  );
}
