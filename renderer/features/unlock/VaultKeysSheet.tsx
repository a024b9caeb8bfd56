// The ways into the vault, each with what it is now and what can be done about it. Nothing secret is
// typed or shown here: main asks in windows of its own.
import { useState, type ReactNode } from 'react';
import type { AppView } from '../../../electron/shared/views.ts';
import { Button } from '../../components/Button.tsx';
import { Sheet, SheetFoot } from '../../components/Sheet.tsx';
import { SheetFailure } from '../../components/Failures.tsx';
import { VAULT_KEYS_SUBJECT } from '../../bridge/feedback.ts';
import { dataKeyWords, recoveryKeyWords, vaultKeysWords } from './en-vault-keys.ts';
import { useApp, usePending } from '../../state/app-context.tsx';
import { useRecoveryKey } from './RecoveryOffer.tsx';
import type { OpenVaultView } from '../../../electron/shared/protection/protection-view.ts';

const passphraseWords = vaultKeysWords.passphrase;

/** The passphrase: what trying one costs on this machine, and changing it. */
function PassphraseSection(props: {
  readonly kdf: OpenVaultView['kdf'];
  readonly onResult: (text: string | null) => void;
}): ReactNode {
  const { call } = useApp();
  const busy = usePending('vaultChangePassphrase', VAULT_KEYS_SUBJECT);
  const raising = usePending('vaultUpgradeKdf', VAULT_KEYS_SUBJECT);
  const change = async (): Promise<void> => {
    props.onResult(null);
    const backups = await call('vaultChangePassphrase', undefined, {
      subject: VAULT_KEYS_SUBJECT,
      said: passphraseWords.changed,
    });
    if (backups !== null) props.onResult(passphraseWords.changed(backups));
  };
  const raise = async (): Promise<void> => {
    props.onResult(null);
    const backups = await call('vaultUpgradeKdf', undefined, {
      subject: VAULT_KEYS_SUBJECT,
      said: passphraseWords.below.raised,
    });
    if (backups !== null) props.onResult(passphraseWords.below.raised(backups));
  };
  return (
    <section className="section">
      <h3>{passphraseWords.title}</h3>
      <p className="figure">{passphraseWords.cost(props.kdf)}</p>
      {(props.kdf.belowPolicy || raising) && (
        <>
          <p className="secondary">{passphraseWords.below.note}</p>
          <Button busy={raising} onClick={() => void raise()}>
            {passphraseWords.below.raise}
          </Button>
        </>
      )}
      <p className="secondary">{passphraseWords.note}</p>
      <Button busy={busy} onClick={() => void change()}>
        {passphraseWords.change}
      </Button>
    </section>
  );
}

/** The recovery key: whether there is one, and making one. The key itself never comes to this window. */
function RecoverySection(props: {
  readonly exists: boolean;
  /** The sheet was opened to try it. */
  readonly wanted: boolean;
  readonly onResult: (text: string | null) => void;
}): ReactNode {
  const { call } = useApp();
  const { busy, make } = useRecoveryKey();
  const start = async (): Promise<void> => {
    props.onResult(null);
    props.onResult(await make());
  };
  return (
    <section className="section">
      <h3>{recoveryKeyWords.title}</h3>
      <p>{props.exists ? recoveryKeyWords.exists : recoveryKeyWords.missing}</p>
      <p className="secondary">
        {props.exists ? recoveryKeyWords.replaceNote : recoveryKeyWords.makeNote}
      </p>
      {props.exists && <p className="secondary">{recoveryKeyWords.tryNote}</p>}
      <div className="actions">
        {props.exists && (
          <Button
            data-wanted={props.wanted ? '' : undefined}
            onClick={() => void call('vaultLock')}
          >
            {recoveryKeyWords.tryIt}
          </Button>
        )}
        <Button busy={busy} onClick={() => void start()}>
          {props.exists ? recoveryKeyWords.replace : recoveryKeyWords.make}
        </Button>
      </div>
    </section>
  );
}

/** "My passphrase may be known": everything sealed anew under another key. Main asks first. */
function DataKeySection(props: { readonly onResult: (text: string | null) => void }): ReactNode {
  const { call } = useApp();
  const busy = usePending('vaultReplaceDataKey', VAULT_KEYS_SUBJECT);
  const start = async (): Promise<void> => {
    props.onResult(null);
    const replaced = await call('vaultReplaceDataKey', undefined, {
      subject: VAULT_KEYS_SUBJECT,
      said: dataKeyWords.replaced,
    });
    if (replaced !== null) props.onResult(dataKeyWords.replaced(replaced));
  };
  return (
    <section className="section">
      <h3>{dataKeyWords.title}</h3>
      <p>{dataKeyWords.lead}</p>
      <p className="secondary">{dataKeyWords.note}</p>
      <Button look="danger" busy={busy} onClick={() => void start()}>
        {dataKeyWords.replace}
      </Button>
    </section>
  );
}

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
    <Sheet title={vaultKeysWords.title} onClose={props.onClose}>
      <PassphraseSection kdf={openVault.kdf} onResult={setResult} />
      <RecoverySection
        exists={openVault.slots.includes('rk')}
        wanted={props.at === 'recovery'}
        onResult={setResult}
      />
      <DataKeySection onResult={setResult} />
      <SheetFoot onClose={props.onClose}>
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
