// The sheet of every guided plan: what it is about, then its steps. Before it is begun it has a button instead: opening it
// has changed nothing. It closes once the plan is gone.
import { type ReactNode, useEffect, useState } from 'react';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { PageCall } from '../../../electron/shared/ipc-contract.ts';
import { Button } from '../../components/Button.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { Notes } from '../../components/Notes.tsx';
import { Sheet, SheetFoot } from '../../components/Sheet.tsx';
import { en } from '../../i18n/en.ts';
import { useEnvironment, usePending } from '../../state/app-context.tsx';

interface PlanWords {
  readonly lead: string;
  readonly begin: string;
  /** What beginning does here, and that nothing was done yet. */
  readonly beginNote: string;
}

interface PlanProps {
  readonly credential: CredentialView;
  readonly title: string;
  readonly words: PlanWords;
  /** Whether it was begun and is not over. */
  readonly isOpen: boolean;
  readonly call: PageCall;
  readonly run: () => Promise<unknown>;
  /** Between the lead and the notes. */
  readonly about?: ReactNode;
  /** Gives the plan up, or puts it away; absent where closing the sheet is all there is. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

export function PlanSheet(props: PlanProps): ReactNode {
  const { credential, words, isOpen, end, onClose } = props;
  const environment = useEnvironment(credential.environmentId);
  const gone = useGone(isOpen, onClose);
  if (gone) return null;
  return (
    <Sheet title={props.title} onClose={onClose} about={environment}>
      <p>{words.lead}</p>
      {props.about}
      <Notes of={credential} />
      {isOpen ? props.children : <p className="secondary">{words.beginNote}</p>}
      <WindowFailure subject={credential.id} />
      {isOpen ? (
        <SheetFoot onClose={onClose}>
          {end !== undefined && (
            <>
              {end}
              <span className="spring" />
            </>
          )}
        </SheetFoot>
      ) : (
        <BeginActions {...props} />
      )}
    </Sheet>
  );
}

function BeginActions({ credential, call, words, run, onClose }: PlanProps): ReactNode {
  const busy = usePending(call, credential.id);
  return (
    <div className="sheet-actions">
      <Button onClick={onClose}>{en.verbs.cancel}</Button>
      <Button look="primary" data-wanted busy={busy} onClick={() => void run()}>
        {words.begin}
      </Button>
    </div>
  );
}

/** Answers whether it was there and is gone: then nothing more is shown. */
function useGone(there: boolean, onClose: () => void): boolean {
  const [seen, see] = useState(there);
  if (there && !seen) see(true);
  const gone = seen && !there;
  useEffect(() => {
    if (gone) onClose();
  }, [gone, onClose]);
  return gone;
}
