// What a newcomer does first: three steps that tick themselves, then what is their own. The buttons of the steps are
// those of the credential below. A lock draws the page anew, so the storage of the window remembers that it was hidden.
import { Circle, CircleCheck, CircleDot } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Button } from '../../../components/Button.tsx';
import { firstStepNames, firstStepsDone } from '../../../model/first-steps.ts';
import { useView } from '../../../state/app-context.tsx';
import { gettingStarted as words } from './en-getting-started.ts';

const HIDDEN = 'first steps hidden';

export function GettingStarted(): ReactNode {
  const credentials = useView((view) => view.credentials);
  const environments = useView((view) => view.environments);
  const [hidden, setHidden] = useState(() => sessionStorage.getItem(HIDDEN) !== null);
  if (hidden || credentials === undefined || environments === undefined) return null;
  const done = firstStepsDone({ credentials, environments });
  if (done === null) return null;
  const next = firstStepNames.find((step) => !done.has(step));
  const hide = (): void => {
    sessionStorage.setItem(HIDDEN, '');
    setHidden(true);
  };
  return (
    <section className="getting-started" aria-labelledby="getting-started-heading">
      <div className="section-head">
        <h2 id="getting-started-heading">{words.title}</h2>
        <Button look="quiet" className="button-small" onClick={hide}>
          {words.hide}
        </Button>
      </div>
      <ol>
        {firstStepNames.map((step) => {
          const standing = done.has(step) ? 'done' : step === next ? 'next' : null;
          const Shape =
            standing === 'done' ? CircleCheck : standing === 'next' ? CircleDot : Circle;
          const [what, note] = words.steps[step];
          return (
            <li
              key={step}
              data-standing={standing ?? undefined}
              aria-current={standing === 'next' ? 'step' : undefined}
            >
              <Shape size={16} aria-hidden="true" />
              <span>
                <strong>{what}</strong>
                {standing !== null && <span className="first-step-mark"> {words[standing]}</span>}
                <span className="secondary"> {note}</span>
              </span>
            </li>
          );
        })}
      </ol>
      <div className="getting-started-then">
        <span className="secondary">{words.afterwards}</span>
        <ActionButton name="import_credentials" look="plain" className="button-small" />
        <ActionButton
          name="new_environment"
          look="plain"
          className="button-small"
          face={words.addEnvironment}
        />
      </div>
    </section>
  );
}
