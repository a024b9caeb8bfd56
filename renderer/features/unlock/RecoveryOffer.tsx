// Offered once, right after the vault was made: a recovery key, or later from the settings.
import type { ReactNode } from 'react';
import { VAULT_KEYS_SUBJECT } from './vault-key-commands.ts';
import { Button } from '../../components/Button.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { SheetFailure } from '../../components/SheetFailure.tsx';
import { recoveryKeyWords as words } from './en-vault-keys.ts';
import { useRecoveryKey } from './use-recovery-key.ts';

export function RecoveryOffer(props: { readonly onClose: () => void }): ReactNode {
  const { busy, make } = useRecoveryKey();
  const start = async (): Promise<void> => {
    if ((await make()) !== null) props.onClose();
  };
  return (
    <Sheet title={words.offer.title} onClose={props.onClose}>
      <p>{words.offer.lead}</p>
      <p className="secondary">{words.makeNote}</p>
      <SheetFailure subject={VAULT_KEYS_SUBJECT} />
      <div className="sheet-actions">
        <Button onClick={props.onClose}>{words.offer.later}</Button>
        <Button look="primary" busy={busy} onClick={() => void start()}>
          {words.make}
        </Button>
      </div>
    </Sheet>
  );
}
