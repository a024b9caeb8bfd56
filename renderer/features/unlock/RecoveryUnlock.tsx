// The other way in from the locked screen: the recovery key, asked for in a window of its own.
import type { ReactNode } from 'react';
import { callKey } from '../../bridge/commands.ts';
import { Button } from '../../components/Button.tsx';
import { recoveryKeyWords } from './en-vault-keys.ts';
import { useApp, useFeedback } from '../../state/app-context.tsx';
import { WINDOW_SUBJECT } from '../../state/feedback.ts';

const KEY = callKey('vaultUnlockWithRecoveryKey', WINDOW_SUBJECT);

export function RecoveryUnlock(): ReactNode {
  const { commands } = useApp();
  const busy = useFeedback(({ pending }) => pending.has(KEY));
  return (
    <Button busy={busy} onClick={() => void commands.unlockWithRecoveryKey()}>
      {recoveryKeyWords.unlock}
    </Button>
  );
}
