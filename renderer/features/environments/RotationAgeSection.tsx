// How old a client secret of this environment may become, and the way to another rule.
import { useState, type ReactNode } from 'react';
import { MOST_ROTATION_DAYS } from '../../../electron/shared/health/secret-due.ts';
import { TextField } from '../../components/Field.tsx';
import { useApp } from '../../state/app-context.tsx';
import { secretDueWords as words } from '../health/en-secret-due.ts';
import {
  ChangeableSection,
  SectionForm,
  type SectionFormProps,
  type SectionProps,
} from './SectionForm.tsx';

export function RotationAgeSection({ environment, subject }: SectionProps): ReactNode {
  const { rotateAfterDays, builtIn } = environment;
  if (builtIn) return null;
  return (
    <ChangeableSection
      change={words.setAge}
      renderForm={(onClose) => <AgeForm {...{ environment, subject, onClose }} />}
    >
      <h3>{words.age}</h3>
      <p>{rotateAfterDays === null ? words.noAge : words.ageOf(rotateAfterDays)}</p>
    </ChangeableSection>
  );
}

/** Null: no rule. Undefined: no such number. */
function daysOf(typed: string): number | null | undefined {
  if (typed.trim() === '') return null;
  const days = Number(typed);
  return Number.isInteger(days) && days >= 1 && days <= MOST_ROTATION_DAYS ? days : undefined;
}

function AgeForm({ environment, subject, onClose }: SectionFormProps): ReactNode {
  const { call } = useApp();
  const [typed, setTyped] = useState(String(environment.rotateAfterDays ?? ''));
  const days = daysOf(typed);
  const save = () =>
    days === undefined
      ? null
      : call(
          'environmentRotationAgeSet',
          { environmentId: environment.id, days },
          { subject, said: words.ageSaved(environment.name) },
        );
  return (
    <SectionForm title={words.age} submit={words.saveAge} onSubmit={save} onClose={onClose}>
      {(submitted) => (
        <TextField
          label={words.ageLabel}
          hint={words.ageHint}
          error={submitted && days === undefined ? words.ageError(MOST_ROTATION_DAYS) : null}
          inputMode="numeric"
          maxLength={5}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </SectionForm>
  );
}
