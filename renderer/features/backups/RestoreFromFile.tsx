// On the first screen: the way back to a vault of another machine, or to a copy of it. Main asks for the file.
import type { ReactNode } from 'react';
import { callKey } from '../../bridge/call.ts';
import { Button } from '../../components/Button.tsx';
import { useApp, useFeedback } from '../../state/app-context.tsx';
import { WINDOW_SUBJECT } from '../../state/feedback.ts';
import { backupWords as words } from './en-backups.ts';

const KEY = callKey('backupRestoreFile', WINDOW_SUBJECT);

export function RestoreFromFile(): ReactNode {
  const { call } = useApp();
  const busy = useFeedback(({ pending }) => pending.has(KEY));
  return (
    <p className="gate-other">
      <span className="secondary">{words.fromFileHint}</span>{' '}
      <Button look="quiet" busy={busy} onClick={() => void call('backupRestoreFile')}>
        {words.fromFile}
      </Button>
    </p>
  );
}
