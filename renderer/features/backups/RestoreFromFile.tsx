// On the first screen: the way back to a vault of another machine, or to a copy of it. Main asks for the file.
import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { useApp, usePending } from '../../state/app-context.tsx';
import { backupWords as words } from './en-backups.ts';

export function RestoreFromFile(): ReactNode {
  const { call } = useApp();
  const busy = usePending('backupRestoreFile');
  return (
    <p>
      <span className="secondary">{words.fromFileHint}</span>{' '}
      <Button look="quiet" busy={busy} onClick={() => void call('backupRestoreFile')}>
        {words.fromFile}
      </Button>
    </p>
  );
}
