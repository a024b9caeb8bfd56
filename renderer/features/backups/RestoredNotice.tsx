// After a restore: which backup is the vault now, and where the replaced file lies. Stays until
// dismissed or until the vault is locked.
import { useState, type ReactNode } from 'react';
import type { RescueView } from '../../../electron/shared/backups/backup-view.ts';
import { Notice } from '../../components/Notice.tsx';
import { backupWords as words, savedAt } from './en-backups.ts';

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
        <span className="notice-what">{words.restored(savedAt(restored.savedAtMs))}</span>{' '}
        {words.restoredMeans} {restored.keptAside !== null && words.keptAside(restored.keptAside)}
      </output>
    </Notice>
  );
}
