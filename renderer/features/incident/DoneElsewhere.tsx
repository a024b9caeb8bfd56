// What a person does in the web app and says here once it is done; against the practice gateway a button
// plays the web app, and ticks the step.
import type { ReactNode } from 'react';
import type { LeakStep } from '../../../electron/shared/words.ts';
import { Button } from '../../components/Button.tsx';
import { Choice } from '../../components/Field.tsx';
import { useApp } from '../../state/app-context.tsx';
import type { LeakProps } from './leak-props.ts';

export function DoneElsewhere(
  props: LeakProps & {
    readonly step: LeakStep;
    readonly play: string;
    readonly label: string;
    readonly note: string;
  },
): ReactNode {
  const { credential, plan, practice, step } = props;
  const { commands } = useApp();
  const said = plan.said.includes(step);
  const playIt = async (): Promise<void> => {
    const done = await commands.revokePracticeKey(credential);
    if (done && !said) await commands.sayLeakStep(credential, step, true);
  };
  return (
    <>
      {practice && (
        <div className="plan-actions">
          <Button onClick={() => void playIt()}>{props.play}</Button>
        </div>
      )}
      <Choice
        type="checkbox"
        label={props.label}
        note={props.note}
        checked={said}
        onChange={(event) =>
          void commands.sayLeakStep(credential, step, event.currentTarget.checked)
        }
      />
    </>
  );
}
