// The star of a credential: set or not, one press changes it.
import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CredentialView } from '../../electron/shared/credential-view.ts';
import { savedViewWords as words } from '../i18n/en-saved-views.ts';
import { useApp } from '../state/app-context.tsx';
import { Button } from './Button.tsx';

export function FavouriteStar(props: {
  readonly credential: CredentialView;
  readonly tabbable: boolean;
}): ReactNode {
  const { credential, tabbable } = props;
  const { commands } = useApp();
  const { favourite, label } = credential;
  return (
    <Button
      look="icon"
      className="star"
      tabIndex={tabbable ? 0 : -1}
      aria-pressed={favourite}
      aria-label={words.favourite(label)}
      title={words.favourite(label)}
      onClick={(event) => {
        event.stopPropagation();
        void commands.setFavourite(credential, !favourite);
      }}
    >
      <Star size={14} fill={favourite ? 'currentColor' : 'none'} aria-hidden="true" />
    </Button>
  );
}
