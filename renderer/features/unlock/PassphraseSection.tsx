// The passphrase: what trying one costs on this machine, and changing it.
import type { ReactNode } from 'react';
import type { OpenVaultView } from '../../../electron/shared/protection/protection-view.ts';
import { callKey } from '../../bridge/commands.ts';
import { VAULT_KEYS_SUBJECT } from './vault-key-commands.ts';
import { Button } from '../../components/Button.tsx';
import { vaultKeysWords } from './en-vault-keys.ts';
import { useApp, useFeedback } from '../../state/app-context.tsx';

const words = vaultKeysWords.passphrase;
const CHANGE = callKey('vaultChangePassphrase', VAULT_KEYS_SUBJECT);
const RAISE = callKey('vaultUpgradeKdf', VAULT_KEYS_SUBJECT);

export function PassphraseSection(props: {
  readonly kdf: OpenVaultView['kdf'];
  readonly onResult: (text: string | null) => void;
}): ReactNode {
  const { commands } = useApp();
  const busy = useFeedback(({ pending }) => pending.has(CHANGE));
  const raising = useFeedback(({ pending }) => pending.has(RAISE));
  const change = async (): Promise<void> => {
    props.onResult(null);
    const backups = await commands.changePassphrase();
    if (backups !== null) props.onResult(words.changed(backups));
  };
  const raise = async (): Promise<void> => {
    props.onResult(null);
    const backups = await commands.upgradeKdf();
    if (backups !== null) props.onResult(words.below.raised(backups));
  };
  return (
    <section className="vault-keys-item">
      <h3>{words.title}</h3>
      <p className="figure">{words.cost(props.kdf)}</p>
      {(props.kdf.belowPolicy || raising) && (
        <div className="vault-keys-raise">
          <p className="secondary">{words.below.note}</p>
          <Button busy={raising} onClick={() => void raise()}>
            {words.below.raise}
          </Button>
        </div>
      )}
      <p className="secondary">{words.note}</p>
      <Button busy={busy} onClick={() => void change()}>
        {words.change}
      </Button>
    </section>
  );
}
