// The ways into the vault, each with what it is now and what can be done about it. Nothing secret is
// typed or shown here: main asks in windows of its own.
import { useState, type ReactNode } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { Button } from '../../components/Button.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { SheetFailure } from '../../components/SheetFailure.tsx';
import { VAULT_KEYS_SUBJECT } from './vault-key-commands.ts';
import { en } from '../../i18n/en.ts';
import { vaultKeysWords as words } from './en-vault-keys.ts';
import { useApp } from '../../state/app-context.tsx';
import { DataKeySection } from './DataKeySection.tsx';
import { PassphraseSection } from './PassphraseSection.tsx';
import { RecoverySection } from './RecoverySection.tsx';

export function VaultKeysSheet(props: {
  readonly view: AppView;
  /** The section it was opened for. */
  readonly at?: 'recovery' | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const { window: store } = useApp();
  const [result, setResult] = useState<string | null>(null);
  const { openVault } = props.view;
  if (openVault === null) return null;
  return (
    <Sheet title={words.title} onClose={props.onClose}>
      <PassphraseSection kdf={openVault.kdf} onResult={setResult} />
      <RecoverySection
        exists={openVault.slots.includes('rk')}
        wanted={props.at === 'recovery'}
        onResult={setResult}
      />
      <DataKeySection onResult={setResult} />
      <div className="sheet-actions">
        <div className="vault-keys-result">
          <SheetFailure subject={VAULT_KEYS_SUBJECT} />
          {result !== null && <p>{result}</p>}
        </div>
        <Button onClick={() => store.show({ kind: 'settings' })}>{words.toSettings}</Button>
        <Button look="primary" onClick={props.onClose}>
          {en.verbs.close}
        </Button>
      </div>
    </Sheet>
  );
}
