// The vault was made when guessing at its passphrase was made cheaper than new vaults make it: offered
// once after each unlock, quietly, and carried out where the ways into the vault are.
import { useState, type ReactNode } from 'react';
import type { OpenVaultView } from '../../../electron/shared/protection/protection-view.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { Notice } from '../../components/Notice.tsx';
import { vaultKeysWords } from './en-vault-keys.ts';

const words = vaultKeysWords.passphrase.below;

export function CostBand(props: { readonly vault: OpenVaultView | null }): ReactNode {
  const [dismissed, setDismissed] = useState(false);
  if (props.vault?.kdf.belowPolicy !== true || dismissed) return null;
  return (
    <Notice onDismiss={() => setDismissed(true)}>
      <output>
        <span className="notice-what">{words.title}</span> {words.means}
      </output>
      <div className="rescue-actions">
        <ActionButton name="vault_keys" look="plain" />
      </div>
    </Notice>
  );
}
