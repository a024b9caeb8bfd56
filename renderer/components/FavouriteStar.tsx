// The star of a credential: set or not, one press changes it.
import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CredentialView } from '../../electron/shared/credentials/credential-view.ts';
import { ActionButton } from './ActionButton.tsx';

export function FavouriteStar(props: {
  readonly credential: CredentialView;
  readonly tabbable: boolean;
}): ReactNode {
  const { credential, tabbable } = props;
  const { label, favourite } = credential;
  return (
    <ActionButton
      small
      name="favourite"
      about={{ credential }}
      of={`: ${label}`}
      className="star"
      tabIndex={tabbable ? 0 : -1}
      pressed={favourite}
      icon={<Star size={14} fill={favourite ? 'currentColor' : 'none'} aria-hidden="true" />}
    />
  );
}
