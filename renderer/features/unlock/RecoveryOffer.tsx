// Offered once, after the first success in a new vault: a recovery key, or later from the settings. The focus goes on
// to the list.
import type { ReactNode } from 'react';
import { VAULT_KEYS_SUBJECT } from '../../bridge/feedback.ts';
import { Button } from '../../components/Button.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { SheetFailure } from '../../components/Failures.tsx';
import { recoveryKeyWords as words } from './en-vault-keys.ts';
import { CallButton } from '../../components/CallButton.tsx';
import { useApp } from '../../state/app-context.tsx';

export function RecoveryOffer(): ReactNode {
  const { focusPoints, window: store } = useApp();
  const close = (): void => {
    store.close();
    // After the sheet has given the focus back. Where one pane is shown, the list may be put away.
    setTimeout(() => focusPoints.focus('chosen_row') || focusPoints.focus('next_step'));
  };
  return (
    <Sheet title={words.offer.title} onClose={close}>
      <p>{words.offer.lead}</p>
      <p className="secondary">{words.makeNote}</p>
      <SheetFailure subject={VAULT_KEYS_SUBJECT} />
      <div className="sheet-actions">
        <Button onClick={close}>{words.offer.later}</Button>
        <CallButton
          call="vaultMakeRecoveryKey"
          subject={VAULT_KEYS_SUBJECT}
          said={(key) => words.made[key]}
          look="primary"
          onDone={close}
        >
          {words.make}
        </CallButton>
      </div>
    </Sheet>
  );
}
