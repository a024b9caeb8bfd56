// Which programs hold tokens of a credential, in its row.
import type { ReactNode } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import { useView } from '../../../state/app-context.tsx';
import { handOutWords } from '../../hand-out/en-hand-out.ts';

export function InUse(props: {
  readonly credential: CredentialView;
  readonly id: string;
}): ReactNode {
  const said = useView(({ handOut: { programs } }) => {
    if (programs.length === 0) return '';
    const ids = new Set(props.credential.tokens.map(({ id }) => id));
    const using = programs.filter(({ tokenId }) => ids.has(tokenId));
    return using[0] === undefined ? '' : handOutWords.inUse(using[0].program, using.length - 1);
  });
  if (said === undefined || said === '') return null;
  return (
    <span className="row-use secondary" id={props.id}>
      {said}
    </span>
  );
}
