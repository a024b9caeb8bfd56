// The ways into the vault, each with what it is now and what can be done about it. Nothing secret is
// typed or shown here: main asks in windows of its own.
import { useState, type ReactNode } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { Button } from '../../components/Button.tsx';
import { CallButton } from '../../components/CallButton.tsx';
import { Sheet, SheetFoot } from '../../components/Sheet.tsx';
import { SheetFailure } from '../../components/Failures.tsx';
import { VAULT_KEYS_SUBJECT } from '../../bridge/feedback.ts';
import { dataKeyWords, recoveryKeyWords, vaultKeysWords } from './en-vault-keys.ts';
import { useApp, usePending } from '../../state/app-context.tsx';
import type { OpenVaultView } from '../../../electron/shared/protection/protection-view.ts';

const passphraseWords = vaultKeysWords.passphrase;

/** What every section gives its buttons: what came of the last one goes, and what comes of this one stays in sight. */
interface Telling {
  readonly about: { readonly subject: string; readonly onClick: () => void };
  readonly tell: (text: string) => string;
}

/** The passphrase: what trying one costs on this machine, and changing it. */
function PassphraseSection({
  kdf,
  about,
  tell,
}: Telling & { readonly kdf: OpenVaultView['kdf'] }): ReactNode {
  const raising = usePending('vaultUpgradeKdf', VAULT_KEYS_SUBJECT);
  return (
    <section className="section">
      <h3>{passphraseWords.title}</h3>
      <p className="figure">{passphraseWords.cost(kdf)}</p>
      {(kdf.belowPolicy || raising) && (
        <>
          <p className="secondary">{passphraseWords.below.note}</p>
          <CallButton
            {...about}
            call="vaultUpgradeKdf"
            said={(backups) => tell(passphraseWords.below.raised(backups))}
          >
            {passphraseWords.below.raise}
          </CallButton>
        </>
      )}
      <p className="secondary">{passphraseWords.note}</p>
      <CallButton
        {...about}
        call="vaultChangePassphrase"
        said={(backups) => tell(passphraseWords.changed(backups))}
      >
        {passphraseWords.change}
      </CallButton>
    </section>
  );
}

/** The recovery key: whether there is one, and making one. The key itself never comes to this window. */
function RecoverySection({
  exists,
  wanted,
  about,
  tell,
}: Telling & {
  readonly exists: boolean;
  /** The sheet was opened to try it. */
  readonly wanted: boolean;
}): ReactNode {
  return (
    <section className="section">
      <h3>{recoveryKeyWords.title}</h3>
      <p>{exists ? recoveryKeyWords.exists : recoveryKeyWords.missing}</p>
      <p className="secondary">
        {exists ? recoveryKeyWords.replaceNote : recoveryKeyWords.makeNote}
      </p>
      {exists && <p className="secondary">{recoveryKeyWords.tryNote}</p>}
      <div className="actions">
        {exists && (
          <CallButton call="vaultLock" data-wanted={wanted ? '' : undefined}>
            {recoveryKeyWords.tryIt}
          </CallButton>
        )}
        <CallButton
          {...about}
          call="vaultMakeRecoveryKey"
          said={(key) => tell(recoveryKeyWords.made[key])}
        >
          {exists ? recoveryKeyWords.replace : recoveryKeyWords.make}
        </CallButton>
      </div>
    </section>
  );
}

export function VaultKeysSheet(props: {
  readonly view: AppView;
  /** The section it was opened for. */
  readonly at?: 'recovery' | undefined;
}): ReactNode {
  const { window: store } = useApp();
  const [result, setResult] = useState<string | null>(null);
  const { openVault } = props.view;
  if (openVault === null) return null;
  const about = { subject: VAULT_KEYS_SUBJECT, onClick: () => setResult(null) };
  const tell = (text: string): string => {
    setResult(text);
    return text;
  };
  return (
    <Sheet title={vaultKeysWords.title}>
      <PassphraseSection kdf={openVault.kdf} {...{ about, tell }} />
      <RecoverySection
        exists={openVault.slots.includes('rk')}
        wanted={props.at === 'recovery'}
        {...{ about, tell }}
      />
      {/* Everything sealed anew under another key. Main asks first. */}
      <section className="section">
        <h3>{dataKeyWords.title}</h3>
        <p>{dataKeyWords.lead}</p>
        <p className="secondary">{dataKeyWords.note}</p>
        <CallButton
          {...about}
          call="vaultReplaceDataKey"
          said={(replaced) => tell(dataKeyWords.replaced(replaced))}
          look="danger"
        >
          {dataKeyWords.replace}
        </CallButton>
      </section>
      <SheetFoot>
        <div className="strong spring">
          <SheetFailure subject={VAULT_KEYS_SUBJECT} />
          {result !== null && <p>{result}</p>}
        </div>
        <Button onClick={() => store.show({ kind: 'settings' })}>
          {vaultKeysWords.toSettings}
        </Button>
      </SheetFoot>
    </Sheet>
  );
}

/**
 * Offered once, after the first success in a new vault: a recovery key, or later from the settings. The focus goes on
 * to the list.
 */
export function RecoveryOffer(): ReactNode {
  const { focusPoints, window: store } = useApp();
  const close = (): void => {
    store.close();
    // After the sheet has given the focus back. Where one pane is shown, the list may be put away.
    setTimeout(() => focusPoints.focus('chosen_row') || focusPoints.focus('next_step'));
  };
  return (
    <Sheet title={recoveryKeyWords.offer.title} onClose={close}>
      <p>{recoveryKeyWords.offer.lead}</p>
      <p className="secondary">{recoveryKeyWords.makeNote}</p>
      <SheetFailure subject={VAULT_KEYS_SUBJECT} />
      <div className="sheet-actions">
        <Button onClick={close}>{recoveryKeyWords.offer.later}</Button>
        <CallButton
          call="vaultMakeRecoveryKey"
          subject={VAULT_KEYS_SUBJECT}
          said={(key) => recoveryKeyWords.made[key]}
          look="primary"
          onDone={close}
        >
          {recoveryKeyWords.make}
        </CallButton>
      </div>
    </Sheet>
  );
}
