// What was done with one credential and its tokens, newest first.
import type { ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { ephemeralWords } from '../../i18n/en-ephemeral.ts';
import { HistoryPages } from './HistoryPages.tsx';
import { useHistory } from './use-history.ts';

export function CredentialHistory(props: { readonly credential: CredentialView }): ReactNode {
  const { id, kept } = props.credential;
  return kept ? <Kept id={id} /> : <p className="secondary">{ephemeralWords.history}</p>;
}

function Kept(props: { readonly id: string }): ReactNode {
  const history = useHistory(props.id, '');
  const { failure } = history;
  return (
    <div aria-busy={history.reading}>
      {failure !== null && <FailureNotice failure={failure} news={false} />}
      <HistoryPages history={history} named={false} />
    </div>
  );
}
