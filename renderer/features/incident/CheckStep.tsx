// Step 2: the app mints with the new secret, and asks with that token where a call is documented.
import type { ReactNode } from 'react';
import { callKey } from '../../bridge/commands.ts';
import { Button } from '../../components/Button.tsx';
import { rotationWords } from './en-rotation.ts';
import { useApp, useFeedback } from '../../state/app-context.tsx';
import type { StepProps } from './rotation-props.ts';
import { TakeForm } from './TakeStep.tsx';

const words = rotationWords.check;

export function CheckStep(props: StepProps): ReactNode {
  const { credential, rotation, open } = props;
  const { commands } = useApp();
  const busy = useFeedback(({ pending }) => pending.has(callKey('rotationCheck', credential.id)));
  if (!open) {
    if (rotation.checkedAtMs === null) return null;
    const token = credential.tokens.find(({ id }) => id === rotation.newTokenId);
    const shown = token?.verifiable === false ? words.doneRead : words.done;
    return <p>{shown}</p>;
  }
  return (
    <>
      <p>{words[credential.accessType]}</p>
      <div className="plan-actions">
        <Button look="primary" busy={busy} onClick={() => void commands.checkNewSecret(credential)}>
          {words.submit}
        </Button>
      </div>
      <details className="fold">
        <summary>{rotationWords.take.again}</summary>
        <TakeForm {...props} />
      </details>
    </>
  );
}
