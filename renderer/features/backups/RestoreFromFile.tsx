// On the first screen: the way back to a vault of another machine, or to a copy of it. Main asks for the file.
import type { ReactNode } from 'react';
import { CallButton } from '../../components/CallButton.tsx';
import { backupWords as words } from './en-backups.ts';

export function RestoreFromFile(): ReactNode {
  return (
    <p>
      <span className="secondary">{words.fromFileHint}</span>{' '}
      <CallButton call="backupRestoreFile" look="quiet">
        {words.fromFile}
      </CallButton>
    </p>
  );
}
