// The name of a credential wherever its row is not in sight (model/full-name.ts).
import type { ReactNode } from 'react';
import { fullName } from '../model/full-name.ts';
import { useView } from '../state/app-context.tsx';

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
