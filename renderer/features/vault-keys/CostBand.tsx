// The vault was made when guessing at its passphrase was made cheaper than new vaults make it: offered
// once after each unlock, quietly, and carried out where the ways into the vault are.
import { Info, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { OpenVaultView } from '../../../electron/shared/protection-view.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { Button } from '../../components/Button.tsx';
import { en } from '../../i18n/en.ts';
import { vaultKeysWords } from '../../i18n/en-vault-keys.ts';

const words = vaultKeysWords.passphrase.below;

export function CostBand(props: { readonly vault: OpenVaultView | null }): ReactNode {
  const [dismissed, setDismissed] = useState(false);
  if (props.vault?.kdf.belowPolicy !== true || dismissed) return null;
  return (
    <div className="notice">
      <Info className="notice-icon" size={16} aria-hidden="true" />
      <div className="notice-text">
        <output>
          <span className="notice-what">{words.title}</span> {words.means}
        </output>
        <div className="rescue-actions">
          <ActionButton name="vault_keys" look="plain" />
        </div>
      </div>
      <Button
        look="icon"
        aria-label={en.verbs.dismiss}
        title={en.verbs.dismiss}
        onClick={() => setDismissed(true)}
      >
        <X size={14} aria-hidden="true" />
      </Button>
    </div>
  );
}
