// Steps 4 and 5: the old secret must be refused before it is destroyed. What the server answered is
// said exactly: refused, still mints, or neither.
import type { ReactNode } from 'react';
import { callKey } from '../../bridge/commands.ts';
import { Button } from '../../components/Button.tsx';
import { Ago } from '../../components/Time.tsx';
import { rotationWords } from './en-rotation.ts';
import { isBusy } from '../../model/activity.ts';
import { useApp, useFeedback } from '../../state/app-context.tsx';
import type { StepProps } from './rotation-props.ts';

export function ProveStep({ credential, rotation, open, practice }: StepProps): ReactNode {
  const { commands } = useApp();
  const pending = useFeedback((feedback) => feedback.pending);
  const { oldSecret } = rotation;
  const words = rotationWords.prove;
  if (!open && rotation.step < 4) return null;
  const refused = oldSecret?.verdict === 'refused';
  const verdict = oldSecret !== null && (
    <output className={refused ? undefined : 'warn'}>
      {words.verdict[oldSecret.verdict]} {refused && <Ago atMs={oldSecret.atMs} />}
    </output>
  );
  if (!open) return verdict;
  return (
    <>
      <p>{words.note}</p>
      {verdict}
      <div className="plan-actions">
        <Button
          look="primary"
          busy={isBusy(credential, 'old_secret', pending)}
          onClick={() => void commands.tryRotatedSecret(credential)}
        >
          {words.submit}
        </Button>
        {practice && (
          <Button onClick={() => void commands.removePracticeSecret(credential)}>
            {rotationWords.practice.remove}
          </Button>
        )}
        {rotation.mayFinish && oldSecret?.verdict === 'unclear' && (
          <Button look="quiet" onClick={() => void commands.finishRotation(credential)}>
            {rotationWords.destroy.unproven}
          </Button>
        )}
      </div>
    </>
  );
}

export function DestroyStep({ credential, open }: StepProps): ReactNode {
  const { commands } = useApp();
  const busy = useFeedback(({ pending }) => pending.has(callKey('rotationFinish', credential.id)));
  const words = rotationWords.destroy;
  if (!open) return null;
  return (
    <>
      <p>{words.note}</p>
      <div className="plan-actions">
        <Button look="primary" busy={busy} onClick={() => void commands.finishRotation(credential)}>
          {words.submit}
        </Button>
      </div>
    </>
  );
}
