// Begins the diagnosis of a credential and shows it: one press for a Trader, while a Partner is told
// first that the token asked for cannot be revoked.
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import type { AppServices } from '../state/app-context.tsx';

export function diagnose({ commands, window }: AppServices, credential: CredentialView): void {
  const { id: credentialId, accessType, registeredScopes } = credential;
  if (accessType === 'partner') return window.show({ kind: 'diagnosis', credentialId, run: null });
  void commands.startDiagnosis(credential, registeredScopes).then((run) => {
    if (run !== null) window.show({ kind: 'diagnosis', credentialId, run });
  });
}
