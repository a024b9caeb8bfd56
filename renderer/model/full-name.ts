// How a credential is named wherever its row is not in sight: with its environment, where there are several, since the
// same label may stand in each.
import type { AppView } from '../../electron/shared/views.ts';

interface Named {
  readonly label: string;
  readonly environmentId: string;
}

export function fullName(
  { environments }: Pick<AppView, 'environments'>,
  { label, environmentId }: Named,
): string {
  const environment = environments.find(({ id }) => id === environmentId);
  return environment === undefined || environments.length < 2
    ? label
    : `${label} in ${environment.name}`;
}
