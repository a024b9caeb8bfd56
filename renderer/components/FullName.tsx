// How a credential is named wherever its row is not in sight: with its environment, where there are several, since the
// same label may stand in each.
import type { ReactNode } from 'react';
import { useView } from '../state/app-context.tsx';
import { en } from '../i18n/en.ts';
import type { AppView } from '../../electron/shared/views.ts';

export function FullName(props: {
  readonly of: { readonly label: string; readonly environmentId: string };
}): ReactNode {
  return useView((view) => fullName(view, props.of)) ?? props.of.label;
}

/** The same of a credential by its id; what is written of it where it is gone. */
export function FullNameOf(props: {
  readonly id: string | undefined;
  readonly label: string;
}): ReactNode {
  const { id, label } = props;
  const name = useView((view) => {
    const found = view.credentials.find((each) => each.id === id);
    return found === undefined ? label : fullName(view, { ...found, label });
  });
  return name ?? label;
}

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
    : en.inEnvironment(label, environment.name);
}
