// The first page of a guided plan: opening it has changed nothing; what begins it is a button here.
import type { ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { CallName } from '../../../electron/shared/ipc-contract.ts';
import { callKey } from '../../bridge/commands.ts';
import { Button } from '../../components/Button.tsx';
import { WindowFailure } from '../../components/WindowFailure.tsx';
import { en } from '../../i18n/en.ts';
import { useFeedback } from '../../state/app-context.tsx';

export function BeginPlan(props: {
  readonly credential: CredentialView;
  /** What beginning does here, and that nothing was done yet. */
  readonly note: string;
  readonly begin: string;
  readonly call: CallName;
  readonly run: () => Promise<unknown>;
  readonly onClose: () => void;
}): ReactNode {
  const { credential, call } = props;
  const busy = useFeedback(({ pending }) => pending.has(callKey(call, credential.id)));
  return (
    <>
      <p className="secondary begin-note">{props.note}</p>
      <WindowFailure subject={credential.id} />
      <div className="sheet-actions">
        <Button onClick={props.onClose}>{en.verbs.cancel}</Button>
        <Button look="primary" data-wanted busy={busy} onClick={() => void props.run()}>
          {props.begin}
        </Button>
      </div>
    </>
  );
}
