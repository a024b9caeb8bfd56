// How old a client secret of this environment may become, and the way to another rule.
import type { ReactNode } from 'react';
import { MOST_ROTATION_DAYS } from '../../../electron/shared/health/secret-due.ts';
import { TextField } from '../../components/Field.tsx';
import { useApp } from '../../state/app-context.tsx';
import { secretDueWords as words } from '../health/en-secret-due.ts';
import { ChangeableSection, type SectionProps } from './SectionForm.tsx';

export function RotationAgeSection({ environment, subject }: SectionProps): ReactNode {
  const { call } = useApp();
  const { id: environmentId, rotateAfterDays, builtIn } = environment;
  if (builtIn) return null;
  return (
    <ChangeableSection
      change={words.setAge}
      title={words.age}
      submit={words.saveAge}
      draft={String(rotateAfterDays ?? '')}
      send={(typed) => {
        const days = daysOf(typed);
        if (days === undefined) return null;
        const manner = { subject, said: words.ageSaved(environment.name) };
        return call('environmentRotationAgeSet', { environmentId, days }, manner);
      }}
      renderFields={(typed, change, submitted) => (
        <TextField
          label={words.ageLabel}
          hint={words.ageHint}
          error={
            submitted && daysOf(typed) === undefined ? words.ageError(MOST_ROTATION_DAYS) : null
          }
          inputMode="numeric"
          maxLength={5}
          value={typed}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
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
