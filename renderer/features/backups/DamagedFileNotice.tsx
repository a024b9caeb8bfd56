// After a save that found the file before it damaged by the disk: nothing is lost, but the disk is not
// to be trusted. Stays until dismissed or until the vault is locked.
import { TriangleAlert, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { backupWords as words } from '../../i18n/en-backups.ts';
import { en } from '../../i18n/en.ts';

/** `name`: under which the damaged file is kept; null while there is none. */
export function DamagedFileNotice({ name }: { readonly name: string | null }): ReactNode {
  const [dismissed, setDismissed] = useState<string | null>(null);
  if (name === null || name === dismissed) return null;
  return (
    <div className="notice notice-failure">
      <TriangleAlert className="notice-icon" size={16} aria-hidden="true" />
      <div className="notice-text">
        <div role="alert">
          <p className="notice-what">{words.damagedOnDisk}</p>
          <p>{words.damagedOnDiskMeans(name)}</p>
        </div>
      </div>
      <Button
        look="icon"
        aria-label={en.verbs.dismiss}
        title={en.verbs.dismiss}
        onClick={() => setDismissed(name)}
      >
        <X size={14} aria-hidden="true" />
      </Button>
    </div>
  );
}
