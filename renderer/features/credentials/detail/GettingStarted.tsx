// What a newcomer does first: three steps that tick themselves, then what is their own. The buttons of the steps are
// those of the credential below. A lock draws the page anew, so the storage of the window remembers that it was hidden.
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
    <section className="getting-started card" aria-labelledby="getting-started-heading">
      <div className="section-head">
        <h2 id="getting-started-heading">{words.title}</h2>
        <Button look="quiet" className="button-small" onClick={hide}>
          {words.hide}
        </Button>
      </div>
      <ol>
        {firstStepNames.map((step) => {
          const standing = done.has(step) ? 'done' : step === next ? 'next' : null;
          const [what, note] = words.steps[step];
          return (
            <li
              key={step}
              className="line line-firm line-top choice"
              data-standing={standing ?? undefined}
              aria-current={standing === 'next' ? 'step' : undefined}
            >
              <StepShape standing={standing} />
              <span>
                <strong>{what}</strong> <span className="secondary">{note}</span>
              </span>
              {standing !== null && <span className="end strong secondary">{words[standing]}</span>}
            </li>
          );
        })}
      </ol>
      <div className="line">
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

/** A ring; with a dot: what comes next; with a tick: done. */
function StepShape({ standing }: { readonly standing: 'done' | 'next' | null }): ReactNode {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      {standing === 'next' && <circle cx="8" cy="8" r="3" fill="currentColor" />}
      {standing === 'done' && (
        <path d="m5 8.2 2.1 2.1L11 6" fill="none" stroke="currentColor" strokeWidth="1.75" />
      )}
    </svg>
  );
}
