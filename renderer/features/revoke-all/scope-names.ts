// What can be stopped as a whole, and what it is called.
import { fullName } from '../../model/full-name.ts';
import type { RevocationScopeView } from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { stop } from './en-revoke-all.ts';

/** Everything, each environment, each tag, and what the sheet was opened for. */
export function scopeChoices(
  view: AppView,
  asked: RevocationScopeView,
): readonly RevocationScopeView[] {
  const tags = new Set(view.credentials.flatMap((credential) => credential.tags));
  const choices: RevocationScopeView[] = [
    { kind: 'all' },
    ...view.environments.map(({ id }) => ({ kind: 'environment', environmentId: id }) as const),
    ...[...tags].toSorted().map((tag) => ({ kind: 'tag', tag }) as const),
  ];
  const known = choices.some((choice) => JSON.stringify(choice) === JSON.stringify(asked));
  return known ? choices : [asked, ...choices];
}

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
