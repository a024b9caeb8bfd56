// After a restore: which backup is the vault now, and where the replaced file lies. Stays until
// dismissed or until the vault is locked.
import { Info, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { RescueView } from '../../../electron/shared/backup-view.ts';
import { Button } from '../../components/Button.tsx';
import { backupWords as words, savedAt } from '../../i18n/en-backups.ts';
import { en } from '../../i18n/en.ts';

export function RestoredNotice(props: { readonly restored: RescueView['restored'] }): ReactNode {
  const { restored } = props;
  const [dismissed, setDismissed] = useState<RescueView['restored']>(null);
  if (restored === null) return null;
  const isSame =
    dismissed?.savedAtMs === restored.savedAtMs && dismissed.keptAside === restored.keptAside;
  if (isSame) return null;
  return (
    <div className="notice">
      <Info className="notice-icon" size={16} aria-hidden="true" />
      <div className="notice-text">
        <output>
          <span className="notice-what">{words.restored(savedAt(restored.savedAtMs))}</span>{' '}
          {words.restoredMeans} {restored.keptAside !== null && words.keptAside(restored.keptAside)}
        </output>
      </div>
      <Button
        look="icon"
        aria-label={en.verbs.dismiss}
        title={en.verbs.dismiss}
        onClick={() => setDismissed(restored)}
      >
        <X size={14} aria-hidden="true" />
      </Button>
    </div>
  );
}
