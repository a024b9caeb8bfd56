// After a save that found the file before it damaged by the disk: nothing is lost, but the disk is not
// to be trusted. Stays until dismissed or until the vault is locked.
import { useState, type ReactNode } from 'react';
import { Notice } from '../../components/Notice.tsx';
import { backupWords as words } from './en-backups.ts';

/** `name`: under which the damaged file is kept; null while there is none. */
export function DamagedFileNotice({ name }: { readonly name: string | null }): ReactNode {
  const [dismissed, setDismissed] = useState<string | null>(null);
  if (name === null || name === dismissed) return null;
  return (
    <Notice failure onDismiss={() => setDismissed(name)}>
      <div role="alert">
        <p className="notice-what">{words.damagedOnDisk}</p>
        <p>{words.damagedOnDiskMeans(name)}</p>
      </div>
    </Notice>
  );
}
