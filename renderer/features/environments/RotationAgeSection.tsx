// How old a client secret of this environment may become, and the way to another rule.
import { useState, type ReactNode } from 'react';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import { MOST_ROTATION_DAYS } from '../../../electron/shared/health/secret-due.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/Field.tsx';
import { useApp } from '../../state/app-context.tsx';
import { secretDueWords as words } from '../health/en-secret-due.ts';
import { SectionForm } from './SectionForm.tsx';

interface Props {
  readonly environment: EnvironmentView;
  readonly subject: string;
}

export function RotationAgeSection({ environment, subject }: Props): ReactNode {
  const [editing, setEditing] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  const { rotateAfterDays, builtIn } = environment;
  if (builtIn) return null;
  if (editing) {
    const close = (): void => {
      setEditing(false);
      setWasEdited(true);
    };
    return <AgeForm environment={environment} subject={subject} onClose={close} />;
  }
  return (
    <>
      <h3>{words.age}</h3>
      <p>{rotateAfterDays === null ? words.noAge : words.ageOf(rotateAfterDays)}</p>
      <div className="field-row">
        <Button
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form it opened is gone.
          autoFocus={wasEdited}
          onClick={() => setEditing(true)}
        >
          {words.setAge}
        </Button>
      </div>
    </>
  );
}

/** Null: no rule. Undefined: no such number. */
function daysOf(typed: string): number | null | undefined {
  if (typed.trim() === '') return null;
  const days = Number(typed);
  return Number.isInteger(days) && days >= 1 && days <= MOST_ROTATION_DAYS ? days : undefined;
}

function AgeForm({
  environment,
  subject,
  onClose,
}: Props & { readonly onClose: () => void }): ReactNode {
  const { call } = useApp();
  const [typed, setTyped] = useState(String(environment.rotateAfterDays ?? ''));
  const [submitted, setSubmitted] = useState(false);
  const days = daysOf(typed);
  const save = async (): Promise<void> => {
    setSubmitted(true);
    if (days === undefined) return;
    const manner = { subject, said: words.ageSaved(environment.name) };
    const saved = await call(
      'environmentRotationAgeSet',
      { environmentId: environment.id, days },
      manner,
    );
    if (saved !== null) onClose();
  };
  return (
    <SectionForm
      title={words.age}
      saveWord={words.saveAge}
      onSave={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={words.ageLabel}
        hint={words.ageHint}
        error={submitted && days === undefined ? words.ageError(MOST_ROTATION_DAYS) : null}
        inputMode="numeric"
        maxLength={5}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </SectionForm>
  );
}
