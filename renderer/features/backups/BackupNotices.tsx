// What the open vault says over the window about its file: it is older than one last used here, it was restored, the
// disk had damaged it, guessing at its passphrase is cheaper than new vaults make it.
import { type ReactNode, useState } from 'react';
import { failureWords } from '../../../electron/shared/failures/failure-words.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { CallButton } from '../../components/CallButton.tsx';
import { Notice, Told } from '../../components/Notice.tsx';
import { backupWords as words, savedAt } from './en-backups.ts';
import { said } from '../../i18n/en-said.ts';
import type { RescueView } from '../../../electron/shared/backups/backup-view.ts';
import type { OpenVaultView } from '../../../electron/shared/protection/protection-view.ts';
import { vaultKeysWords } from '../unlock/en-vault-keys.ts';

export function RestoredNotice(props: { readonly restored: RescueView['restored'] }): ReactNode {
  const { restored } = props;
  const [dismissed, setDismissed] = useState<RescueView['restored']>(null);
  if (restored === null) return null;
  const isSame =
    dismissed?.savedAtMs === restored.savedAtMs && dismissed.keptAside === restored.keptAside;
  if (isSame) return null;
  return (
    <Notice onDismiss={() => setDismissed(restored)}>
      <output>
        <span className="strong">{words.restored(savedAt(restored.savedAtMs))}</span>{' '}
        {words.restoredMeans} {restored.keptAside !== null && words.keptAside(restored.keptAside)}
      </output>
    </Notice>
  );
}

/** `name`: under which the damaged file is kept; null while there is none. */
export function DamagedFileNotice({ name }: { readonly name: string | null }): ReactNode {
  const [dismissed, setDismissed] = useState<string | null>(null);
  if (name === null || name === dismissed) return null;
  return (
    <Notice failure onDismiss={() => setDismissed(name)}>
      <Told says={[words.damagedOnDisk, words.damagedOnDiskMeans(name)]} />
    </Notice>
  );
}

const { what, means, todo } = failureWords({ code: 'rolled_back' });

export function RollbackBand(props: { readonly rolledBack: boolean }): ReactNode {
  if (!props.rolledBack) return null;
  return (
    <Notice failure name={words.rollback}>
      <Told says={[what, `${means} ${todo}`]} />
      <div className="actions">
        <CallButton call="vaultAcceptRollback" said={said.rollbackAccepted}>
          {words.accept}
        </CallButton>
        <ActionButton name="backups" />
      </div>
    </Notice>
  );
}

const costWords = vaultKeysWords.passphrase.below;
const DISMISSED = 'dismissed cost of the passphrase';

/**
 * Offered quietly until it is dismissed, and carried out where the ways into the vault are. A lock draws the page anew, so
 * the storage of the window remembers the dismissal: the cost it was about, until the app is quit.
 */
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
        <span className="strong">{costWords.title}</span> {costWords.means}
      </output>
      <div className="actions">
        <ActionButton name="vault_keys" look="plain" />
      </div>
    </Notice>
  );
}
