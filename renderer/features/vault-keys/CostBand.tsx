// The vault was made when guessing at its passphrase was made cheaper than new vaults make it: offered
// once after each unlock, quietly, and carried out where the ways into the vault are.
import { useState, type ReactNode } from 'react';
import type { OpenVaultView } from '../../../electron/shared/protection-view.ts';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { vaultKeysWords } from '../../i18n/en-vault-keys.ts';
import { useApp } from '../../state/app-context.tsx';

const words = vaultKeysWords.passphrase.below;

export function CostBand(props: { readonly vault: OpenVaultView | null }): ReactNode {
  const { window: store } = useApp();
  const [dismissed, setDismissed] = useState(false);
  if (props.vault?.kdf.belowPolicy !== true || dismissed) return null;
  return (
    <Notice onDismiss={() => setDismissed(true)}>
      <output>
        <span className="notice-what">{words.title}</span> {words.means}
      </output>
      <div className="rescue-actions">
        <Button onClick={() => store.show({ kind: 'vault_keys' })}>{words.open}</Button>
      </div>
    </Notice>
  );
}
