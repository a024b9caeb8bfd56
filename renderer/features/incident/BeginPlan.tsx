// The first page of a guided plan, and its end: opening it has changed nothing, what begins it is a button here, and its
// sheet closes once the plan is gone.
import { type ReactNode, useEffect, useState } from 'react';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { PageCall } from '../../../electron/shared/ipc-contract.ts';
import { Button } from '../../components/Button.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { en } from '../../i18n/en.ts';
import { usePending } from '../../state/app-context.tsx';

/** Answers whether it was there and is gone: then nothing more is shown. */
export function useGone(there: boolean, onClose: () => void): boolean {
  const [seen, see] = useState(there);
  if (there && !seen) see(true);
  const gone = seen && !there;
  useEffect(() => {
    if (gone) onClose();
  }, [gone, onClose]);
  return gone;
}

export function BeginPlan(props: {
  readonly credential: CredentialView;
  /** What beginning does here, and that nothing was done yet. */
  readonly note: string;
  readonly begin: string;
  readonly call: PageCall;
  readonly run: () => Promise<unknown>;
  readonly onClose: () => void;
}): ReactNode {
  const { credential, call } = props;
  const busy = usePending(call, credential.id);
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
