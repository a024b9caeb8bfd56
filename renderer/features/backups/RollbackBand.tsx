// The vault file is older than one last used here: open for reading only, until the person says in
// main's dialog that this is wanted. Cannot be dismissed.
import type { ReactNode } from 'react';
import { failureWords } from '../../../electron/shared/failures/failure-words.ts';
import { callKey } from '../../bridge/commands.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { backupWords as words } from './en-backups.ts';
import { useApp, useFeedback } from '../../state/app-context.tsx';
import { WINDOW_SUBJECT } from '../../state/feedback.ts';

const { what, means, todo } = failureWords({ code: 'rolled_back' });

export function RollbackBand(props: { readonly rolledBack: boolean }): ReactNode {
  const { commands } = useApp();
  const busy = useFeedback(({ pending }) =>
    pending.has(callKey('vaultAcceptRollback', WINDOW_SUBJECT)),
  );
  if (!props.rolledBack) return null;
  return (
    <Notice failure name={words.rollback}>
      <div role="alert">
        <p className="notice-what">{what}</p>
        <p>
          {means} {todo}
        </p>
      </div>
      <div className="rescue-actions">
        <Button busy={busy} onClick={() => void commands.acceptRollback()}>
          {words.accept}
        </Button>
        <ActionButton name="backups" />
      </div>
    </Notice>
  );
}
