// Offered once, after the first success in a new vault: a recovery key, or later from the settings. The focus goes on
// to the list.
import type { ReactNode } from 'react';
import { VAULT_KEYS_SUBJECT } from '../../bridge/feedback.ts';
import { Button } from '../../components/Button.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { SheetFailure } from '../../components/Failures.tsx';
import { recoveryKeyWords as words, recoveryKeyWords } from './en-vault-keys.ts';
import { useApp, usePending } from '../../state/app-context.tsx';

/** Making a recovery key from the window: under way or not, and what to say when it is over. */
export function useRecoveryKey(): {
  readonly busy: boolean;
  /** What was achieved, in words; null when cancelled or failed. */
  readonly make: () => Promise<string | null>;
} {
  const { call } = useApp();
  const busy = usePending('vaultMakeRecoveryKey', VAULT_KEYS_SUBJECT);
  return {
    busy,
    async make() {
      const made = await call('vaultMakeRecoveryKey', undefined, {
        subject: VAULT_KEYS_SUBJECT,
        said: (key) => recoveryKeyWords.made[key],
      });
      return made === null ? null : recoveryKeyWords.made[made];
    },
  };
}

export function RecoveryOffer(props: { readonly onClose: () => void }): ReactNode {
  const { focusPoints } = useApp();
  const { busy, make } = useRecoveryKey();
  const close = (): void => {
    props.onClose();
    // After the sheet has given the focus back. Where one pane is shown, the list may be put away.
    setTimeout(() => focusPoints.focus('chosen_row') || focusPoints.focus('next_step'));
  };
  const start = async (): Promise<void> => {
    if ((await make()) !== null) close();
  };
  return (
    <Sheet title={words.offer.title} onClose={close}>
      <p>{words.offer.lead}</p>
      <p className="secondary">{words.makeNote}</p>
      <SheetFailure subject={VAULT_KEYS_SUBJECT} />
      <div className="sheet-actions">
        <Button onClick={close}>{words.offer.later}</Button>
        <Button look="primary" busy={busy} onClick={() => void start()}>
          {words.make}
        </Button>
      </div>
    </Sheet>
  );
}
