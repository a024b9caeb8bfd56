// On the locked screen: the other way in, where the vault has it. The passphrase stays the first.
import type { ReactNode } from 'react';
import { callKey } from '../../bridge/commands.ts';
import { Button } from '../../components/Button.tsx';
import { keystoreWords } from './en-keystore.ts';
import { useApp, useFeedback } from '../../state/app-context.tsx';
import { WINDOW_SUBJECT } from '../../state/feedback.ts';

export function KeystoreButton(props: { readonly busy: boolean }): ReactNode {
  const { commands } = useApp();
  const pending = useFeedback((feedback) =>
    feedback.pending.has(callKey('vaultUnlockByKeystore', WINDOW_SUBJECT)),
  );
  return (
    <Button busy={pending || props.busy} onClick={() => void commands.unlockByKeystore()}>
      {keystoreWords.unlock}
    </Button>
  );
}
