// The vault was made when guessing at its passphrase was made cheaper than new vaults make it: offered
// quietly until it is dismissed, and carried out where the ways into the vault are. A lock draws the page anew, so
// the storage of the window remembers the dismissal: the cost it was about, until the app is quit.
import { useState, type ReactNode } from 'react';
import type { OpenVaultView } from '../../../electron/shared/protection/protection-view.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { Notice } from '../../components/Notice.tsx';
import { vaultKeysWords } from './en-vault-keys.ts';

const words = vaultKeysWords.passphrase.below;
const DISMISSED = 'dismissed cost of the passphrase';

export function CostBand(props: { readonly vault: OpenVaultView | null }): ReactNode {
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(DISMISSED));
  if (props.vault?.kdf.belowPolicy !== true) return null;
  const { memoryKib, iterations, parallelism } = props.vault.kdf;
  const cost = [memoryKib, iterations, parallelism].join(' ');
  if (dismissed === cost) return null;
  const dismiss = (): void => {
    sessionStorage.setItem(DISMISSED, cost);
    setDismissed(cost);
  };
  return (
    <Notice onDismiss={dismiss}>
      <output>
        <span className="strong">{words.title}</span> {words.means}
      </output>
      <div className="actions">
        <ActionButton name="vault_keys" look="plain" />
      </div>
    </Notice>
  );
}
