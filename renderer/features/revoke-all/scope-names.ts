// What that which is to be stopped is called.
import { fullName } from '../../model/full-name.ts';
import type { RevocationScopeView } from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { stop } from './en-revoke-all.ts';

export function scopeName(scope: RevocationScopeView, view: AppView): string {
  switch (scope.kind) {
    case 'all':
      return stop.everything;
    case 'environment':
      return stop.inEnvironment(
        view.environments.find(({ id }) => id === scope.environmentId)?.name ?? '',
      );
    case 'tag':
      return stop.withTag(scope.tag);
    case 'credential':
      return stop.ofCredential(nameOf(view, scope.credentialId));
    case 'selection':
      return stop.selection(scope.tokenIds.length);
  }
}

function nameOf(view: AppView, credentialId: string): string {
  const credential = view.credentials.find(({ id }) => id === credentialId);
  return credential === undefined ? '' : fullName(view, credential);
}
