// The one sheet that is open, if any. The only place that knows every feature's sheet.
import type { ReactNode } from 'react';
import type { AppView } from '../../electron/shared/views.ts';
import { BackupsSheet } from '../features/backups/BackupsSheet.tsx';
import { CheckReport } from '../features/check-report/CheckReport.tsx';
import { CredentialForm } from '../features/credential-form/CredentialForm.tsx';
import { DeleteCredential } from '../features/credential-form/DeleteCredential.tsx';
import { ReplaceSecret } from '../features/credential-form/ReplaceSecret.tsx';
import { EnvironmentForm } from '../features/environment-form/EnvironmentForm.tsx';
import { EnvironmentSheet } from '../features/environment-form/EnvironmentSheet.tsx';
import { KeystoreSection } from '../features/keystore/KeystoreSection.tsx';
import { PartnerGuide } from '../features/partner-guide/PartnerGuide.tsx';
import { PracticeSheet } from '../features/practice/PracticeSheet.tsx';
import { ProtectionSheet } from '../features/protection/ProtectionSheet.tsx';
import { SettingsSheet } from '../features/settings/SettingsSheet.tsx';
import { ShortcutSheet } from '../features/shortcuts/ShortcutSheet.tsx';
import { RecoveryOffer } from '../features/vault-keys/RecoveryOffer.tsx';
import { VaultKeysSheet } from '../features/vault-keys/VaultKeysSheet.tsx';
import { useApp, useWindow } from '../state/app-context.tsx';

export function Sheets(props: { readonly view: AppView }): ReactNode {
  const { view } = props;
  const { window: store } = useApp();
  const sheet = useWindow((state) => state.sheet);
  const onClose = (): void => store.show(null);
  if (sheet === null) return null;
  const credentialOf = (id: string) => view.credentials.find((each) => each.id === id);
  const tokenOf = (id: string) => {
    const credential = view.credentials.find((each) => each.tokens.some((t) => t.id === id));
    const token = credential?.tokens.find((each) => each.id === id);
    return credential === undefined || token === undefined ? null : { credential, token };
  };
  switch (sheet.kind) {
    case 'add_credential':
      return <CredentialForm view={view} credential={null} onClose={onClose} />;
    case 'edit_credential':
    case 'replace_secret':
    case 'delete_credential': {
      const credential = credentialOf(sheet.credentialId);
      if (credential === undefined) return null;
      const props = { credential, onClose };
      if (sheet.kind === 'replace_secret') return <ReplaceSecret {...props} />;
      if (sheet.kind === 'delete_credential') return <DeleteCredential {...props} />;
      return <CredentialForm view={view} {...props} />;
    }
    case 'add_environment':
      return <EnvironmentForm onClose={onClose} />;
    case 'environment': {
      const environment = view.environments.find(({ id }) => id === sheet.environmentId);
      if (environment === undefined) return null;
      return <EnvironmentSheet environment={environment} onClose={onClose} />;
    }
    case 'check_report':
      return <CheckReport report={sheet.report} onClose={onClose} />;
    case 'partner_guide': {
      const found = tokenOf(sheet.tokenId);
      if (found === null) return null;
      return <PartnerGuide {...found} onClose={onClose} />;
    }
    case 'settings':
      return (
        <SettingsSheet settings={view.settings} machine={view.machine} onClose={onClose}>
          <KeystoreSection view={view} />
        </SettingsSheet>
      );
    case 'protection':
      return <ProtectionSheet view={view} onClose={onClose} />;
    case 'vault_keys':
      return <VaultKeysSheet view={view} onClose={onClose} />;
    case 'backups':
      return <BackupsSheet onClose={onClose} />;
    case 'recovery_offer':
      return <RecoveryOffer onClose={onClose} />;
    case 'practice':
      return <PracticeSheet onClose={onClose} />;
    case 'shortcuts':
      return <ShortcutSheet onClose={onClose} />;
  }
}
