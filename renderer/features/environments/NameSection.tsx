// What an environment is called and how old a client secret of it may become, and the ways to another name and rule.
import type { ReactNode } from 'react';
import { TextField } from '../../components/Field.tsx';
import { forms } from '../../i18n/en-forms.ts';
import { useApp, useView } from '../../state/app-context.tsx';
import { said } from '../../i18n/en-said.ts';
import { ChangeableSection, SUBJECT, type SectionProps } from './SectionForm.tsx';
import { MOST_ROTATION_DAYS } from '../../../electron/shared/health/secret-due.ts';
import { secretDueWords as dueWords } from '../health/en-secret-due.ts';
import { showsSomething, UNFIT } from '../../../electron/shared/one-line.ts';

const folded = (name: string): string => name.trim().normalize('NFKC').toLowerCase();

/**
 * What is wrong with a name, in words; main checks it again.
 * @param others all environments but the one that is named.
 */
export function nameErrorOf(
  name: string,
  others: readonly { readonly name: string }[],
): string | null {
  if (!showsSomething(name) || name.trim().length > 80) return forms.environment.nameError;
  if (UNFIT.test(name.trim())) return forms.credential.errors.characters;
  return others.some((other) => folded(other.name) === folded(name))
    ? forms.environment.nameTaken
    : null;
}

const words = forms.environment;

export function NameSection({ environment }: SectionProps): ReactNode {
  const { call } = useApp();
  const environments = useView((view) => view.environments) ?? [];
  const { id: environmentId, builtIn } = environment;
  const errorOf = (name: string): string | null =>
    nameErrorOf(
      name,
      environments.filter(({ id }) => id !== environmentId),
    );
  if (builtIn) return null;
  return (
    <ChangeableSection
      change={words.rename}
      title={words.renameTitle}
      submit={words.saveName}
      draft={environment.name}
      send={(typed) => {
        const name = typed.trim();
        if (errorOf(name) !== null) return null;
        const manner = { subject: SUBJECT, said: said.environmentRenamed(name) };
        return call('environmentRename', { environmentId, name }, manner);
      }}
      renderFields={(name, change, submitted) => (
        <TextField
          label={words.name}
          error={submitted ? errorOf(name) : null}
          value={name}
          required
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
    />
  );
}

export function RotationAgeSection({ environment }: SectionProps): ReactNode {
  const { call } = useApp();
  const { id: environmentId, rotateAfterDays, builtIn } = environment;
  if (builtIn) return null;
  return (
    <ChangeableSection
      change={dueWords.setAge}
      title={dueWords.age}
      submit={dueWords.saveAge}
      draft={String(rotateAfterDays ?? '')}
      send={(typed) => {
        const days = daysOf(typed);
        if (days === undefined) return null;
        const manner = { subject: SUBJECT, said: dueWords.ageSaved(environment.name) };
        return call('environmentRotationAgeSet', { environmentId, days }, manner);
      }}
      renderFields={(typed, change, submitted) => (
        <TextField
          label={dueWords.ageLabel}
          hint={dueWords.ageHint}
          error={
            submitted && daysOf(typed) === undefined ? dueWords.ageError(MOST_ROTATION_DAYS) : null
          }
          inputMode="numeric"
          maxLength={5}
          value={typed}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
    >
      <h3>{dueWords.age}</h3>
      <p>{rotateAfterDays === null ? dueWords.noAge : dueWords.ageOf(rotateAfterDays)}</p>
    </ChangeableSection>
  );
}

/** Null: no rule. Undefined: no such number. */
function daysOf(typed: string): number | null | undefined {
  if (typed.trim() === '') return null;
  const days = Number(typed);
  return Number.isInteger(days) && days >= 1 && days <= MOST_ROTATION_DAYS ? days : undefined;
}
